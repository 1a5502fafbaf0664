import { AppError } from '@baseline/contract/errors.ts'
import type { Access, Input, Output, Route } from '@baseline/contract/http.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'

import { loadActor, requireAccess } from '../auth/actor.ts'
import type { Actor } from '../auth/actor.ts'
import type { Db } from '../database/database.ts'
import { retrying } from '../database/retry.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Context, MemberContext, SignedInContext } from './context.ts'
import { idempotentCall, once } from './idempotency.ts'
import { readIfMatch } from './if-match.ts'
import { languageOf, translateTo } from './language.ts'
import { senderOf } from './sender.ts'
import type { Server } from './server.ts'
import { StreamedRows, streamPage } from './stream.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Checked when the server starts: a route without it refuses to start. */
    access?: Access
  }
  interface FastifyRequest {
    actor: Actor | undefined
  }
}

type ContextOf<R extends Route> = R['access'] extends 'anyone'
  ? Context
  : R['access'] extends 'signedIn'
    ? SignedInContext
    : MemberContext
type Answer<R extends Route> =
  Output<R> extends { rows: (infer Row)[] } ? Output<R> | StreamedRows<Row> : Output<R>
type Handler<R extends Route, Prepared> = (
  input: Input<R>,
  context: ContextOf<R>,
  prepared: Prepared,
) => Promise<Answer<R>> | Answer<R>

const signIn = async (server: Server, request: FastifyRequest): Promise<Actor> => {
  const [, token] = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '') ?? []
  if (!token) throw new AppError('errors.unauthenticated')
  const identity = await server.verifyToken(token)
  return retrying(true, () => loadActor(server.db, identity))
}

const contextOf = (request: FastifyRequest, db: Db): Context | SignedInContext => {
  const language = languageOf(request)
  const ifMatch = request.method === 'PUT' ? readIfMatch(request.headers['if-match']) : undefined
  const context: Context = { db, language, t: translateTo(language), sender: senderOf(request.ip), ifMatch }
  const { actor } = request
  return actor ? { ...context, actor, author: { id: actor.userId, email: actor.identity.email } } : context
}

/**
 * What must be done before the transaction opens: asking another service, counting a try that will be refused. It
 * is done again when a call is repeated, so it must not refuse what its own first run made true.
 */
type Prepare<R extends Route, Prepared> = (input: Input<R>, context: ContextOf<R>) => Promise<Prepared>

/**
 * Binds a call of the contract to what it does: signs in, checks the access, validates strictly, opens
 * one transaction per write and honours `Idempotency-Key`. Nothing is left to the handler but the use case. spec §6, §7
 */
export const handle =
  <const R extends Route, Prepared = void>(server: Server, route: R, prepare?: Prepare<R, Prepared>) =>
  (handler: Handler<R, Prepared>): void => {
    const { access, method } = route
    // Each part was validated by the very schemas that Input<R> is made of, and access decides ContextOf<R>.
    const inputOf = ({ params, query, body }: FastifyRequest) => ({ params, query, body }) as Input<R>
    const given = (request: FastifyRequest, db: Db) =>
      [inputOf(request), contextOf(request, db) as ContextOf<R>] as const
    const run = async (request: FastifyRequest, db: Db, prepared?: Prepared) =>
      handler(...given(request, db), prepared as Prepared) // void without `prepare`

    const read = async (request: FastifyRequest, reply: FastifyReply) =>
      answer(server, request, reply, route, await retrying(true, () => run(request, server.db)))

    const write = async (request: FastifyRequest) => {
      const prepared = await prepare?.(...given(request, server.db))
      const caller = request.actor?.identity.uid ?? `anonymous at ${senderOf(request.ip)}`
      const key = method === 'POST' ? request.headers['idempotency-key'] : undefined
      const call = idempotentCall(caller, key, request)
      return retrying(call !== undefined, () =>
        inTransaction(server.db, (tx) =>
          call ? once(tx, call, () => run(request, tx, prepared)) : run(request, tx, prepared),
        ),
      )
    }

    server.app.route({
      method,
      url: `/api${route.path}`,
      config: { access },
      schema: {
        summary: route.summary,
        tags: [route.path.split('/')[1] ?? ''],
        ...(access === 'anyone' ? {} : { security: [{ bearer: [] }] }),
        ...(route.params ? { params: route.params } : {}),
        querystring: route.query ?? z.strictObject({}),
        ...(route.body ? { body: route.body } : {}),
        response: { 200: route.response },
      },
      onRequest: async (request) => {
        if (access === 'anyone') return
        request.actor = await signIn(server, request)
        requireAccess(request.actor, access)
      },
      handler: method === 'GET' ? read : write,
    })
  }

const answer = async (
  server: Server,
  request: FastifyRequest,
  reply: FastifyReply,
  route: Route,
  result: unknown,
): Promise<unknown> => {
  if (!(result instanceof StreamedRows)) return result
  const page = route.response as z.ZodObject<{ rows: z.ZodArray<z.ZodType> }> // Answer<R> allows streams for pages only
  const person = request.actor?.identity.uid ?? senderOf(request.ip)
  const stream = await streamPage(server.streams, person, result, page.shape.rows.element)
  return reply.type('application/json; charset=utf-8').send(stream)
}
