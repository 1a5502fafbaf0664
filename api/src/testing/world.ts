import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'

import type { CallInput, Output, Route } from '@baseline/contract/http.ts'
import { roles } from '@baseline/contract/permissions.ts'
import type { Role } from '@baseline/contract/permissions.ts'
import type { LightMyRequestResponse } from 'fastify'
import pg from 'pg'
import { stringify } from 'qs'
import { inject } from 'vitest'

import { cloneDatabase } from '../../../scripts/testing/database.ts'
import { buildApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { identityDirectory } from '../platform/auth/directory.ts'
import type { ScopeOf } from '../platform/auth/scope.ts'
import type { VerifyToken } from '../platform/auth/verify-token.ts'
import { openServices } from '../services.ts'
import { audience, issuer, startTokenIssuer } from './token-issuer.ts'

/** All identities that the access tests distinguish. */
export const identities = ['anonymous', 'unverified', 'noRole', ...roles] as const
export type IdentityName = (typeof identities)[number]

interface Answer<R extends Route> {
  status: number
  headers: Record<string, unknown>
  body: Output<R> & { code?: string; message?: string; details?: unknown; requestId?: string }
}

/** `directoryUrl`: a running identity service. Without it, calls that need the service return 503. */
interface Environment extends NodeJS.ProcessEnv {
  directoryUrl?: string
}

/** Encodes a form as a browser does: the fields, the attachments, then the file. */
export const asForm = async (
  fields: Record<string, unknown>,
  file: File,
  attachments: readonly File[] = [],
) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields))
    form.append(name, typeof value === 'string' ? value : JSON.stringify(value))
  for (const attachment of attachments) form.append('attachment', attachment)
  form.append('file', file)
  const response = new Response(form)
  const headers = { 'content-type': response.headers.get('content-type') ?? '' }
  return { headers, payload: Buffer.from(await response.arrayBuffer()) }
}

/** Repeats a call that waited too long for the turn of its caller, as the browser does. */
export const repeatWhileBusy = async (send: () => Promise<LightMyRequestResponse>) => {
  let answer = await send()
  while (answer.statusCode === 429 && answer.json<{ code: string }>().code === 'errors.busy') {
    await wait(Number(answer.headers['retry-after']) * 1_000)
    answer = await send()
  }
  return answer
}

/**
 * Starts the real application on its own database, with users who call it with real tokens. `replaced`:
 * services that the test replaces.
 */
export const openWorld = async (
  { directoryUrl, ...environment }: Environment = {},
  replaced: { scopeOf?: ScopeOf; verifyToken?: VerifyToken } = {},
) => {
  const database = await cloneDatabase(inject('superuserUrl'))
  const tokens = await startTokenIssuer()
  const files = await mkdtemp(join(tmpdir(), 'baseline-files-'))
  const config = readConfig({
    NODE_ENV: 'test',
    PUBLIC_URL: issuer,
    DATABASE_URL: database.app,
    IDENTITY_URL: tokens.url,
    TOKEN_AUDIENCE: audience,
    SERVICE_TOKEN: 'service-token-for-tests-0123456789',
    SMTP_URL: 'smtp://127.0.0.1:1',
    LOG_LEVEL: 'silent',
    STORAGE_URL: pathToFileURL(files).href,
    STORAGE_SECRET: 'storage-secret-for-tests-0123456789',
    ...environment,
  })
  const opened = await openServices(config, { runsJobs: false })
  const services = {
    ...opened,
    ...(directoryUrl && { directory: identityDirectory({ ...config, identityUrl: directoryUrl }) }),
    ...replaced,
  }
  const app = await buildApp(config, { ...services, enqueue: services.queue.enqueue })
  const { db } = services

  /** Creates a user, linked to its own account. */
  const createPerson = async (name: string, grantedRoles: readonly Role[], emailVerified = true) => {
    const email = `${name.toLowerCase()}@example.org`
    const { id } = await db
      .insertInto('users')
      .values({ email, authentication_uid: `uid-${name}` })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (grantedRoles.length > 0)
      await db
        .insertInto('user_roles')
        .values(grantedRoles.map((role) => ({ user_id: id, role })))
        .execute()
    return {
      id,
      email,
      token: await tokens.token({ sub: `uid-${name}`, email, email_verified: emailVerified }),
    }
  }

  const people = {
    unverified: await createPerson('unverified', ['manager'], false),
    noRole: await createPerson('noRole', []),
    manager: await createPerson('manager', ['manager']),
    supervisor: await createPerson('supervisor', ['supervisor']),
    monitor: await createPerson('monitor', ['monitor']),
    enumerator: await createPerson('enumerator', ['enumerator']),
  }

  const callWith =
    (token: string | undefined, headers: Record<string, string> = {}) =>
    async <R extends Route>(
      route: R,
      ...[request]: {} extends CallInput<R> ? [CallInput<R>?] : [CallInput<R>]
    ) => {
      const {
        params = {},
        query,
        body,
        file,
        attachments,
      } = (request ?? {}) as Record<string, Record<string, unknown> | undefined>
      const encoded =
        file instanceof File
          ? await asForm(body ?? {}, file, attachments as File[] | undefined) // CallInput has the same type
          : { payload: body, headers: {} }
      const path = route.path.replace(/:(\w+)/g, (_, name: string) =>
        encodeURIComponent(String(params?.[name])),
      )
      const answer = await repeatWhileBusy(() =>
        app.inject({
          method: route.method,
          url: `/api${path}${query ? `?${stringify(query, { arrayFormat: 'brackets' })}` : ''}`,
          headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...encoded.headers, ...headers },
          ...(encoded.payload === undefined ? {} : { payload: encoded.payload }),
        }),
      )
      return { status: answer.statusCode, headers: answer.headers, body: answer.json() } as Answer<R>
    }

  return {
    app,
    db,
    database,
    config,
    services,
    /** Runs a statement as the owner of the tables, who may do more than the application. */
    queryAsOwner: async (text: string, values: unknown[] = []): Promise<void> => {
      const owner = new pg.Client({ connectionString: database.owner, options: '-c search_path=app,public' })
      await owner.connect()
      try {
        await owner.query(text, values)
      } finally {
        await owner.end()
      }
    },
    /** Folder of the stored files. */
    files,
    tokens,
    people,
    createPerson,
    callWith,
    as: (name: IdentityName, headers?: Record<string, string>) =>
      callWith(name === 'anonymous' ? undefined : people[name].token, headers),
    close: async () => {
      await app.close()
      await services.close()
      await tokens.close()
      await database.drop()
      await rm(files, { recursive: true })
    },
  }
}
export type World = Awaited<ReturnType<typeof openWorld>>
