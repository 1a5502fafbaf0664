import { z } from 'zod'

import type { Permission } from './permissions.ts'

/**
 * Who may make a call; checked by the server on every request. spec §6
 * `anyone` needs no token; `signedIn` includes unverified users and users without a role; `member` is
 * verified and has at least one role; a permission also requires membership.
 */
export type Access = 'anyone' | 'signedIn' | 'member' | Permission

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Path below `/api`; parameters are written as `:id`. */
  readonly path: string
  readonly access: Access
  readonly summary: string
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  /** Sent as multipart: first the fields of `body`, then one file named `file`. */
  readonly upload?: true
  /** Media type of a response that is not JSON; `response` is then its bytes. */
  readonly mediaType?: string
  readonly response: z.ZodType
}

/**
 * Describes a call once, for the server, the browser client, the permission tests and the OpenAPI document.
 */
export const route = <const R extends Route>(description: R): R => description

type Part<
  R extends Route,
  P extends 'params' | 'query' | 'body',
  Parsed extends boolean,
> = R[P] extends z.ZodType ? Record<P, Parsed extends true ? z.output<R[P]> : z.input<R[P]>> : unknown

/** Input of a handler: every part is validated. */
export type Input<R extends Route> = Part<R, 'params', true> & Part<R, 'query', true> & Part<R, 'body', true>

/** Input of a caller. */
export type Request<R extends Route> = Part<R, 'params', false> &
  Part<R, 'query', false> &
  Part<R, 'body', false> &
  (R['upload'] extends true ? { file: File } : unknown)

/** Response as the caller receives it, and as a handler returns it before serialisation. */
export type Output<R extends Route> = z.output<R['response']>

/** Empty response, for calls that return no data. */
export const EmptyResponse = z.strictObject({})
