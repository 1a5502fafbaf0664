import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

import type { RunReport } from './jobs.ts'
import type { SendMail } from './mail.ts'
import { productVersion } from './version.ts'

/** Creates the metrics of a process. No label of a metric holds a value from a request or personal data. */
export const createRegistry = (service: 'api' | 'worker'): Registry => {
  const register = new Registry()
  collectDefaultMetrics({ register })
  const buildInfo = new Gauge({
    name: 'baseline_build_info',
    help: 'Version of the product; the value is always 1',
    labelNames: ['service', 'version'],
    registers: [register],
  })
  buildInfo.set({ service, version: productVersion }, 1)
  return register
}

/** Measures the time of requests by route pattern. */
export const measureRequests = (register: Registry, app: FastifyInstance): void => {
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from request to the end of the answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [register],
  })
  const strategies = new Counter({
    name: 'http_request_strategies_total',
    help: 'Requests by the query strategy that their handler chose',
    labelNames: ['route', 'strategy'],
    registers: [register],
  })
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    if (request.strategy !== undefined) strategies.inc({ route, strategy: request.strategy })
    done()
  })
}

/** Exports the use of the connection pool of this process. */
export const measurePool = (register: Registry, pool: pg.Pool): void => {
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
}

/** Returns a callback that measures every run of a job. */
export const measureJobs = (register: Registry): ((run: RunReport) => void) => {
  const duration = new Histogram({
    name: 'baseline_job_duration_seconds',
    help: 'Time of a run of a job, by its outcome; a failed run may be repeated',
    labelNames: ['job', 'outcome'],
    buckets: [0.01, 0.1, 1, 10, 60, 600, 3600, 21_600],
    registers: [register],
  })
  return ({ job, outcome, ms }) => duration.observe({ job, outcome }, ms / 1000)
}

/** Counts the mails that the mail server accepted, and the attempts that failed. */
export const countMails = (register: Registry, sendMail: SendMail): SendMail => {
  const mails = new Counter({
    name: 'baseline_mails_total',
    help: 'Attempts to send a mail by outcome; a failed attempt is repeated for a day',
    labelNames: ['outcome'],
    registers: [register],
  })
  for (const outcome of ['sent', 'failed']) mails.inc({ outcome }, 0)
  return async (mail) => {
    try {
      await sendMail(mail)
      mails.inc({ outcome: 'sent' })
    } catch (error) {
      mails.inc({ outcome: 'failed' })
      throw error
    }
  }
}
