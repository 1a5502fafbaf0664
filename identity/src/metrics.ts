import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { z } from 'zod'

/** Its version is that of the product. */
const packageFile = join(import.meta.dirname, '../../package.json')

const clockMaxAgeMs = 15_000
const clockMaxMs = 5_000

const giveUp = async (): Promise<never> => {
  await sleep(clockMaxMs, undefined, { ref: false })
  throw new Error('the database does not answer')
}

/** Returns by how many seconds the clock of the database is ahead; undefined if the database does not answer. */
const readClockDifference = async (pool: pg.Pool): Promise<number | undefined> => {
  const startedAt = Date.now()
  try {
    const { rows } = await Promise.race([
      pool.query<{ now: number }>('select extract(epoch from clock_timestamp())::float8 now'),
      giveUp(),
    ])
    return (rows[0]?.now ?? 0) - (startedAt + Date.now()) / 2000
  } catch {
    return undefined
  }
}

const measureDatabase = (register: Registry, pool: pg.Pool): void => {
  register.registerMetric(
    new Gauge({
      name: 'baseline_database_connections',
      help: 'Connections of the pool of this process by state; max is the size of the pool',
      labelNames: ['state'],
      registers: [],
      collect() {
        this.set({ state: 'active' }, pool.totalCount - pool.idleCount)
        this.set({ state: 'idle' }, pool.idleCount)
        this.set({ state: 'max' }, pool.options.max)
      },
    }),
  )
  register.registerMetric(
    new Gauge({
      name: 'baseline_database_waiting_requests',
      help: 'Requests that wait for a connection of the pool of this process',
      registers: [],
      collect() {
        this.set(pool.waitingCount)
      },
    }),
  )
  let readAt = Number.NEGATIVE_INFINITY
  let difference: Promise<number | undefined> = Promise.resolve(undefined)
  const clockDifference = () => {
    if (performance.now() - readAt > clockMaxAgeMs) {
      readAt = performance.now()
      difference = readClockDifference(pool)
    }
    return difference
  }
  register.registerMetric(
    new Gauge({
      name: 'baseline_database_up',
      help: 'Whether the database answers a query of this process',
      registers: [],
      async collect() {
        this.set((await clockDifference()) === undefined ? 0 : 1)
      },
    }),
  )
  register.registerMetric(
    new Gauge({
      name: 'baseline_clock_difference_seconds',
      help: 'Clock of the database minus the clock of this machine; absent while the database does not answer',
      registers: [],
      async collect() {
        const seconds = await clockDifference()
        if (seconds === undefined) this.remove()
        else this.set(seconds)
      },
    }),
  )
}

/** Counts attempts to send mails, and mails that are being sent. */
const measureMails = (register: Registry, waiting: () => number) => {
  const mails = new Counter({
    name: 'baseline_mails_total',
    help: 'Attempts to send a mail by outcome',
    labelNames: ['outcome'],
    registers: [register],
  })
  for (const outcome of ['sent', 'failed']) mails.inc({ outcome }, 0)
  register.registerMetric(
    new Gauge({
      name: 'baseline_mails_waiting',
      help: 'Mails that are being sent',
      registers: [],
      collect() {
        this.set(waiting())
      },
    }),
  )
  return (outcome: 'sent' | 'failed') => mails.inc({ outcome })
}

/** Exports metrics for Prometheus at /metrics. No label holds a value from a request. */
export const registerMetrics = (
  app: FastifyInstance,
  pool: pg.Pool,
  mailer: { waiting: () => number; onSent: (listener: (outcome: 'sent' | 'failed') => void) => void },
): void => {
  const register = new Registry()
  collectDefaultMetrics({ register })
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync(packageFile, 'utf8')))
  const buildInfo = new Gauge({
    name: 'baseline_build_info',
    help: 'Version of the product; the value is always 1',
    labelNames: ['service', 'version'],
    registers: [register],
  })
  buildInfo.set({ service: 'identity', version }, 1)
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from request to the end of the answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [register],
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown'
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })
  measureDatabase(register, pool)
  mailer.onSent(measureMails(register, mailer.waiting))
  app.get('/metrics', async (_request, reply) =>
    reply.type(register.contentType).send(await register.metrics()),
  )
}
