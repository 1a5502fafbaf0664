import { z } from 'zod'

import type { Permission } from './permissions.ts'
import type { Reads } from './reads.ts'

/**
 * Who may make a call; checked by the server on every request. spec §6
 * - `anyone`: no token required.
 * - `signedIn`: any valid token, even without a verified email address or a role.
 * - `member`: a verified email address and at least one role.
 * - a permission: a member whose roles grant it.
 */
export type Access = 'anyone' | 'signedIn' | 'member' | Permission

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Path below `/api`; parameters are written as `:id`. */
  readonly path: string
  readonly access: Access
  readonly summary: string
  /** Personal data that the call reads, for the read log. */
  readonly reads?: Reads
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  /** Sent as multipart/form-data: the fields of `body`, then the file, which must be last and named `file`. */
  readonly upload?: true
  /** Further files of an upload, named `attachment`, before the file. `totalBytes` includes the file. */
  readonly attachments?: { readonly max: number; readonly totalBytes: number }
  /** Changes nothing, although it is not a GET. A repeated call runs again. */
  readonly safe?: true
  /** Media type of a binary response. `response` then describes its bytes; the server does not validate it. */
  readonly mediaType?: string
  readonly response: z.ZodType
}

/**
 * Declares a route and returns it with literal types. The server, the browser client, the permission tests
 * and the OpenAPI document use this declaration.
 */
export const route = <const R extends Route>(declaration: R): R => declaration

/** One part of the input; `unknown`, which adds nothing to an intersection, if the route does not have it. */
type Part<
  R extends Route,
  P extends 'params' | 'query' | 'body',
  Parsed extends boolean,
> = R[P] extends z.ZodType ? Record<P, Parsed extends true ? z.output<R[P]> : z.input<R[P]>> : unknown

/** Input of a handler: every part is validated. */
export type Input<R extends Route> = Part<R, 'params', true> & Part<R, 'query', true> & Part<R, 'body', true>

/** Input that a caller passes: the parts before validation, and the file of an upload. */
export type CallInput<R extends Route> = Part<R, 'params', false> &
  Part<R, 'query', false> &
  Part<R, 'body', false> &
  (R['upload'] extends true ? { file: File } : unknown) &
  (R['attachments'] extends object ? { attachments?: readonly File[] } : unknown)

/**
 * Response as a handler returns it and as the client receives it. The client does not parse it, so a schema
 * of a response must not transform values.
 */
export type Output<R extends Route> = z.output<R['response']>

/** Empty response, for calls that return no data. */
export const EmptyResponse = z.strictObject({})
