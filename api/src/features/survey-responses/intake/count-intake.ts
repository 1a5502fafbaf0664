import { createSurveyResponse, importSurveyResponse } from '@baseline/contract/survey-responses/contract.ts'
import { addSubmission } from '@baseline/contract/survey-responses/submissions.ts'
import type { FastifyInstance } from 'fastify'
import { Counter } from 'prom-client'
import type { Registry } from 'prom-client'

const sources = new Map([
  [`/api${createSurveyResponse.path}`, 'create'],
  [`/api${importSurveyResponse.path}`, 'import'],
  [`/api${addSubmission.path}`, 'phone'],
])

/**
 * Counts the received responses of this process: entered or sent one by one, rows of imported files, and posts of
 * phones, of which an interview can have several.
 */
export const countIntake = (register: Registry, app: FastifyInstance): void => {
  const received = new Counter({
    name: 'baseline_responses_received_total',
    help: 'Calls that delivered a response and were accepted, by source',
    labelNames: ['source'],
    registers: [register],
  })
  // Begins with 0, so that the first response is an increase.
  for (const source of sources.values()) received.inc({ source }, 0)
  app.addHook('onResponse', (request, reply, done) => {
    const source = sources.get(request.routeOptions.url ?? '')
    if (source !== undefined && request.method === 'POST' && reply.statusCode < 300) received.inc({ source })
    done()
  })
}
