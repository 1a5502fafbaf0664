import { createHmac } from 'node:crypto'

import { securityEvents, securityResults } from '@baseline/contract/security-log/contract.ts'
import type { SecurityEvent, SecurityLogEntry } from '@baseline/contract/security-log/contract.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type pg from 'pg'
import { z } from 'zod'

import type { Config } from '#config.ts'
import { findByEmail } from '#directory.ts'
import type { AuthCode } from '#error-codes.ts'
import { senderOf } from '#senders.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    securityEvent?: SecurityEvent
  }
  interface FastifyRequest {
    /** Set by the error handler. `isRepeated`: the same sender or account was refused before, in this window. */
    refusal?: { code: AuthCode; isRepeated: boolean }
    /** The account of the event, if the body has no address. */
    accountId?: string | undefined
  }
}

/** Identifies a sender without storing the network address. */
const hashSender = ({ secret }: Pick<Config, 'secret'>, ip: string): string =>
  createHmac('sha256', secret)
    .update(`sender\n${senderOf(ip)}`)
    .digest('base64url')
    .slice(0, 12)

const emailIn = (body: unknown): string | undefined => {
  const email = typeof body === 'object' && body !== null && 'email' in body ? body.email : undefined
  // No account has an address with a NUL character, which PostgreSQL refuses in a query.
  return typeof email === 'string' && !email.includes('\0') ? email.trim().toLowerCase() : undefined
}

/**
 * Records the result of each route that names an event. A sender over a limit is recorded once per window, so
 * that a flood does not fill the table.
 */
export const registerSecurityLog = (
  app: FastifyInstance,
  { config, pool }: { config: Config; pool: pg.Pool },
  onFailure: (error: unknown) => void,
): void => {
  const record = async (request: FastifyRequest, event: SecurityEvent): Promise<void> => {
    const email = emailIn(request.body)
    const accountId = request.accountId ?? (email && (await findByEmail(pool, email))?.uid)
    await pool.query('insert into security_events (event, user_id, sender, result) values ($1, $2, $3, $4)', [
      event,
      accountId ?? null,
      hashSender(config, request.ip),
      request.refusal?.code ?? 'ok',
    ])
  }
  app.addHook('onResponse', async (request) => {
    const event = request.routeOptions.config.securityEvent
    if (event && !request.refusal?.isRepeated) await record(request, event).catch(onFailure)
  })
}

/** The driver writes a Date in every year, PostgreSQL refuses the text of the year 0. */
const instant = z.string().transform((text) => new Date(text))

export const SecurityEventQuery = z.strictObject({
  email: z.string().optional(),
  sender: z.string().optional(),
  event: z.array(z.enum(securityEvents)).optional(),
  result: z.enum(securityResults).optional(),
  from: instant.nullish(),
  to: instant.nullish(),
  orderBy: z.enum(['timestamp_ASC', 'timestamp_DESC']),
  /** Without it, all events from the offset on are returned. */
  limit: z.int().optional(),
  offset: z.int(),
})

/** Returns one page of events and the number of all matches. */
export const listSecurityEvents = async (
  pool: pg.Pool,
  { email, sender, event, result, from, to, orderBy, limit, offset }: z.infer<typeof SecurityEventQuery>,
) => {
  const matching = `from security_events left join "user" on "user".id = user_id
    where ($1::text is null or strpos("user".email, lower($1)) > 0) and ($2::text is null or sender = $2)
      and ($3::text[] is null or event = any($3)) and ($4::text is null or (result = 'ok') = ($4 = 'ok'))
      and ($5::timestamptz is null or at >= $5) and ($6::timestamptz is null or at <= $6)`
  const values = [email, sender, event, result, from, to]
  const counted = await pool.query<{ count: number }>(`select count(*)::int as count ${matching}`, values)
  const direction = orderBy === 'timestamp_ASC' ? 'asc' : 'desc'
  const page = await pool.query<Omit<SecurityLogEntry, 'timestamp'> & { timestamp: Date }>(
    `select security_events.id::text, at as timestamp, event, "user".email, sender, result ${matching}
     order by at ${direction}, security_events.id ${direction} limit $7 offset $8`,
    [...values, limit, offset],
  )
  // An event may have been recorded between the two statements. A list of all events must have their count.
  const isComplete = limit === undefined && offset === 0
  return { rows: page.rows, count: isComplete ? page.rows.length : (counted.rows[0]?.count ?? 0) }
}
