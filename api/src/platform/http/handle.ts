import { AppError } from '@baseline/contract/errors.ts'
import type { Access, Input, Output, Route } from '@baseline/contract/http.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchemaCompiler } from 'fastify'
import { z } from 'zod'

import { loadActor, requireAccess } from '../auth/actor.ts'
import type { Actor } from '../auth/actor.ts'
import type { Db } from '../database/database.ts'
import { withRetries } from '../database/retry.ts'
import { inTransaction } from '../database/transaction.ts'
import { limits } from '../limits.ts'
import { withinLimit } from '../rate-limit.ts'
import { contentDisposition } from '../storage/storage.ts'
import type { Context, MemberContext, SignedInContext } from './context.ts'
import { describeRead } from './describe-read.ts'
import type { Share } from './fair-share.ts'
import { createOnce, idempotentCall, runOnce } from './idempotency.ts'
import type { IdempotentCall } from './idempotency.ts'
import { readIfMatch } from './if-match.ts'
import { languageOf, translatorFor } from './language.ts'
import { NamedFile } from './named-file.ts'
import { senderOf } from './sender.ts'
import type { Server } from './server.ts'
import { StreamedRows, streamPage } from './stream.ts'
import { withUpload } from './upload.ts'
import type { Attachment, IncomingFile, Upload } from './upload.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Required: the server does not start with a route that lacks it. `device`: see `handlePhone`. */
    access?: Access | 'device'
  }
  interface FastifyRequest {
    actor: Actor | undefined
    /** See `reportStrategy`. */
    strategy: string | undefined
    /** Lets the next call of the caller run; undefined without a signed-in caller. */
    endTurn: (() => void) | undefined
  }
}

export type ContextOf<R extends Route> = R['access'] extends 'anyone'
  ? Context
  : R['access'] extends 'signedIn'
    ? SignedInContext
    : MemberContext
type Answer<R extends Route> =
  Output<R> extends { rows: (infer Row)[] }
    ? Output<R> | StreamedRows<Row>
    : Output<R> extends Uint8Array
      ? Output<R> | NamedFile
      : Output<R>
type Handler<R extends Route, Prepared> = (
  input: Input<R>,
  context: ContextOf<R>,
  prepared: Prepared,
) => Promise<Answer<R>> | Answer<R>

/** Waits for the caller's turn before it reads anything: also the user is read from the database. */
const authenticate = async (
  server: Server,
  request: FastifyRequest,
  reply: FastifyReply,
  share: Share,
): Promise<Actor> => {
  const [, token] = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '') ?? []
  if (!token) throw new AppError('errors.unauthenticated', undefined, { cause: new Error('no token') })
  // Listens before the first wait: a client that disconnects during the check of its token would keep its turn.
  const client = new AbortController()
  reply.raw.once('close', () => client.abort())
  const identity = await server.verifyToken(token)
  request.endTurn = await server.fairShare(identity.uid, share, client.signal)
  // Ends the turn of a call that is refused before its handler runs.
  client.signal.addEventListener('abort', request.endTurn, { once: true })
  if (client.signal.aborted) request.endTurn()
  return withRetries(true, () => loadActor(server, identity))
}

/** Counts a write that needs no sign-in, before its body is read: an invalid one costs as much. */
const countOpenCall = async ({ db }: Server, { ip }: FastifyRequest): Promise<void> => {
  const { perSender: max, windowMinutes: minutes } = limits.openCalls
  if (!(await withinLimit(db, `open calls from ${senderOf(ip)}`, { max, minutes })))
    throw new AppError('auth/too-many-requests')
}

export const contextOf = (
  { scopeOf, readLog }: Server,
  request: FastifyRequest,
  db: Db,
): Context | SignedInContext => {
  const language = languageOf(request)
  const ifMatch = request.method === 'GET' ? undefined : readIfMatch(request.headers['if-match'])
  const context: Context = {
    db,
    language,
    t: translatorFor(language),
    sender: senderOf(request.ip),
    ifMatch,
    reportStrategy: (name) => {
      request.strategy = name
    },
  }
  const { actor } = request
  if (!actor) return context
  const { email } = actor.identity
  return {
    ...context,
    actor,
    author: { id: actor.userId, email },
    scope: scopeOf({ ...actor, email }),
    recordRead: readLog.record,
  }
}

/**
 * Runs before the transaction opens: calls another service, counts an attempt for a rate limit, or receives a
 * file. The handler gets the result. It runs again when a client repeats a call, so it must not refuse the
 * state that its first run produced.
 */
type Prepare<R extends Route, Prepared> = (input: PreparedFrom<R>, context: ContextOf<R>) => Promise<Prepared>
type PreparedFrom<R extends Route> = Input<R> &
  (R['upload'] extends true ? { file: IncomingFile; attachments: readonly Attachment[] } : unknown)

/**
 * Answers the repetition of a call that created a record, given its id. Without it, the repetition returns the
 * stored response of the first call.
 */
type Repeat<R extends Route> = (id: string, context: ContextOf<R>) => Promise<Answer<R> & { id: string }>

/** Fields of an upload are validated while it is read; here they are only described for OpenAPI. */
const bodySchema = ({ body, upload, attachments }: Route): object => {
  if (!body) return {}
  if (!upload) return { body }
  const fields = body as z.ZodObject // a form consists of fields only
  const files = { ...(attachments && { attachment: z.array(z.file()).optional() }), file: z.file() }
  return { body: fields.extend(files), consumes: ['multipart/form-data'] }
}

/** A binary response is sent without validation; here it is only described for OpenAPI. */
const answerSchema = ({ mediaType, response }: Route): object =>
  mediaType === undefined ? response : { content: { [mediaType]: { schema: z.file() } } }

/**
 * Binds a route of the contract to its handler: authenticates, checks the access, validates strictly, opens
 * one transaction per write and honours `Idempotency-Key`. Handlers contain only the use case. spec §6, §7
 */
export const handle =
  <const R extends Route, Prepared = void>(server: Server, route: R, prepare?: Prepare<R, Prepared>) =>
  (handler: Handler<R, Prepared>, repeat?: Output<R> extends { id: string } ? Repeat<R> : never): void => {
    const { method } = route
    const noPreparation = undefined as Prepared // without `prepare`, Prepared is void
    // The schemas that define Input<R> have validated each part, and `access` determines ContextOf<R>.
    const inputOf = ({ params, query, body }: FastifyRequest) => ({ params, query, body }) as Input<R>
    const handlerArguments = (request: FastifyRequest, db: Db) =>
      [inputOf(request), contextOf(server, request, db) as ContextOf<R>] as const
    const run = async (request: FastifyRequest, db: Db, prepared: Prepared) =>
      handler(...handlerArguments(request, db), prepared)

    const read = async (request: FastifyRequest, reply: FastifyReply) =>
      sendResult(
        server,
        request,
        reply,
        route,
        await withRetries(true, () => run(request, server.db, noPreparation)),
      )

    const callPrepare = async (request: FastifyRequest, upload?: Upload): Promise<Prepared> => {
      const { params, query, body } = request
      const { file, attachments } = upload ?? {}
      const input = { params, query, body, file, attachments } as PreparedFrom<R>
      return prepare ? prepare(input, contextOf(server, request, server.db) as ContextOf<R>) : noPreparation
    }

    /** Returns the result of `prepare`, and the content that a repeated call must equal. */
    const prepareRequest = async (request: FastifyRequest): Promise<[Prepared, content: unknown]> =>
      route.upload && route.body
        ? withUpload(request, { ...route, body: route.body }, async (upload) => [
            await callPrepare(request, upload),
            upload.digest(),
          ])
        : [await callPrepare(request), request.body]

    const write = async (request: FastifyRequest) => {
      const [result, body] = await prepareRequest(request)
      const call = idempotentCallOf(route, request, body)
      const runInTransaction = async (tx: Db) => {
        const work = () => run(request, tx, result)
        if (!call) return work()
        if (!repeat) return runOnce(tx, call, work)
        return createOnce(tx, call, {
          create: work as () => Promise<{ id: string }>, // `repeat` requires a response with an id
          read: (id) => repeat(id, contextOf(server, request, tx) as ContextOf<R>),
        })
      }
      return withRetries(call !== undefined, () => inTransaction(server.db, runInTransaction))
    }

    register(server, route, (request, reply) => (method === 'GET' ? read(request, reply) : write(request)))
  }

/** Returns the idempotent call of a request; undefined if it has no key. */
export const idempotentCallOf = (
  route: Route,
  request: FastifyRequest,
  body: unknown,
): IdempotentCall | undefined => {
  const { method, safe } = route
  const key = method === 'POST' && !safe ? request.headers['idempotency-key'] : undefined
  return idempotentCall(callerOf(request), key, { method, url: request.url, body })
}

export const callerOf = ({ actor, ip }: FastifyRequest): string =>
  actor?.identity.uid ?? `anonymous at ${senderOf(ip)}`

/** Adds a route to the server: authenticates and checks the access before `answer` runs. */
export const register = (
  server: Server,
  route: Route,
  answer: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
): void => {
  const { access, method } = route
  server.app.route({
    method,
    url: `/api${route.path}`,
    config: { access },
    ...(access === 'anyone' ? { bodyLimit: limits.openCalls.bodyBytes } : {}),
    schema: {
      summary: route.summary,
      tags: [route.path.split('/')[1] ?? ''],
      ...(access === 'anyone' ? {} : { security: [{ bearer: [] }] }),
      ...(route.params ? { params: route.params } : {}),
      querystring: route.query ?? z.strictObject({}),
      ...bodySchema(route),
      response: { 200: answerSchema(route) },
    },
    onRequest: async (request, reply) => {
      if (access === 'anyone') return method === 'GET' ? undefined : countOpenCall(server, request)
      request.actor = await authenticate(server, request, reply, shareOf(route))
      requireAccess(request.actor, access)
    },
    ...(route.upload ? { validatorCompiler: skipBodyValidation(server.app) } : {}),
    handler: async (request, reply) => {
      try {
        return await answer(request, reply)
      } finally {
        request.endTurn?.()
      }
    },
  })
}

/** A map loads dozens of tiles at once. */
const shareOf = ({ method, mediaType }: Route): Share =>
  method !== 'GET' ? 'writes' : mediaType === 'application/vnd.mapbox-vector-tile' ? 'tiles' : 'reads'

const skipBodyValidation =
  (app: FastifyInstance): FastifySchemaCompiler<unknown> =>
  (part) =>
    part.httpPart === 'body' || !app.validatorCompiler ? (value) => ({ value }) : app.validatorCompiler(part)

const sendResult = async (
  server: Server,
  request: FastifyRequest,
  reply: FastifyReply,
  route: Route,
  result: unknown,
): Promise<unknown> => {
  const record = (sent: Parameters<typeof describeRead>[2]): void => {
    const read = describeRead(route, request, sent)
    if (read) server.readLog.record(read)
  }
  if (route.mediaType !== undefined) {
    record({ response: result })
    void reply.type(route.mediaType)
    if (!(result instanceof NamedFile)) return reply.send(result)
    return reply
      .header('content-disposition', contentDisposition(route.mediaType, result.name))
      .send(result.content)
  }
  if (!(result instanceof StreamedRows)) {
    record({ response: result })
    return result
  }
  const page = route.response as z.ZodObject<{ rows: z.ZodArray<z.ZodType> }> // Answer<R> allows streams for pages only
  const caller = request.actor?.identity.uid ?? senderOf(request.ip)
  const stream = await streamPage(server.streams, caller, result, page.shape.rows.element)
  // Also emitted when the client disconnects: it has received the rows until then.
  stream.once('close', () => record({ streamedRows: result.sentRows }))
  return reply.type('application/json; charset=utf-8').send(stream)
}
