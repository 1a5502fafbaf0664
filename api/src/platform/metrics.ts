import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

/** Registers Prometheus metrics by route pattern. No label holds a value from a request. */
export const measure = (app: FastifyInstance, pool: pg.Pool): Registry => {
  const register = new Registry()
  collectDefaultMetrics({ register })
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
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [register],
      collect() {
        this.set(read())
      },
    })
  gauge('database_connections', 'Open connections to the database', () => pool.totalCount)
  gauge('database_waiting_requests', 'Requests waiting for a connection', () => pool.waitingCount)
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    if (request.strategy !== undefined) strategies.inc({ route, strategy: request.strategy })
    done()
  })
  return register
}
