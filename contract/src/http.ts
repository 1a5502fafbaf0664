import { z } from 'zod'

import type { Permission } from './permissions.ts'

/**
 * Who may make a call, decided by the server on every request. spec §6
 * `anyone` needs no token; `signedIn` includes the unverified and those without a role;
 * `member` is verified and holds at least one role; a permission asks for that too.
 */
export type Access = 'anyone' | 'signedIn' | 'member' | Permission

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below `/api`; parameters as `:id`. */
  readonly path: string
  readonly access: Access
  readonly summary: string
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  /** Sent as multipart: the fields of `body` first, then one file as its last part, named `file`. */
  readonly upload?: true
  /** Of an answer that is not JSON; then `response` is its bytes. */
  readonly mediaType?: string
  readonly response: z.ZodType
}

/** The one description of a call: server, browser client, permission law and OpenAPI document come from it. */
export const route = <const R extends Route>(description: R): R => description

type Part<
  R extends Route,
  P extends 'params' | 'query' | 'body',
  Parsed extends boolean,
> = R[P] extends z.ZodType ? Record<P, Parsed extends true ? z.output<R[P]> : z.input<R[P]>> : unknown

/** What a handler receives: each part already validated. */
export type Input<R extends Route> = Part<R, 'params', true> & Part<R, 'query', true> & Part<R, 'body', true>

/** What a caller sends. */
export type Request<R extends Route> = Part<R, 'params', false> &
  Part<R, 'query', false> &
  Part<R, 'body', false> &
  (R['upload'] extends true ? { file: File } : unknown)

/** What a caller receives, and what a handler must return before serialising. */
export type Output<R extends Route> = z.output<R['response']>

/** The answer of a call that has nothing to tell but that it was done. */
export const Done = z.strictObject({})
