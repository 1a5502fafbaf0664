/**
 * Operator commands for data protection:
 *   npm run data-protection -- find "Maria Sitoe"
 *   npm run data-protection -- erase --responses ID,ID --reason "Request of 3 May"
 *   npm run data-protection -- erase [--user ID] [--user-details ID] --reason "Left the project"
 *   npm run data-protection -- retention            lists the retention period of each survey
 *   npm run data-protection -- run                  runs what is due, also after a restore of the database
 */
import { parseArgs } from 'node:util'

import { createErasure, Subject } from '@baseline/contract/data-protection/contract.ts'
import { AppError } from '@baseline/contract/errors.ts'
import { messagesByLanguage } from '@baseline/contract/messages/all.ts'
import { translateIfKnown } from '@baseline/contract/messages/translate.ts'
import { z } from 'zod'

import { readConfig } from './config.ts'
import { erase, runDue } from './features/data-protection/erasure-job.ts'
import { requestErasure } from './features/data-protection/erasures.ts'
import { findSubjects } from './features/data-protection/find-subjects.ts'
import { listRetention } from './features/data-protection/retention.ts'
import { openServices } from './services.ts'
import type { Services } from './services.ts'

const author = { id: undefined, email: 'operator' }

const parseSubject = (options: Record<string, string | undefined>): Subject =>
  Subject.parse(
    options['responses'] === undefined
      ? { kind: 'person', userId: options['user'] ?? null, userDetailsId: options['user-details'] ?? null }
      : { kind: 'household', responseIds: options['responses'].split(',') },
  )

const run = async (
  services: Services,
  [verb, text]: string[],
  options: Record<string, string | undefined>,
) => {
  const { db } = services
  if (verb === 'find' && text) return findSubjects(db, text)
  if (verb === 'retention') return listRetention(db)
  if (verb === 'run') return { erasures: await runDue(services) }
  if (verb !== 'erase') throw new z.ZodError([])
  const { subject, reason } = createErasure.body.parse({
    subject: parseSubject(options),
    reason: options['reason'],
  })
  const { id } = await requestErasure({ db, author }, subject, reason)
  await erase(services, id)
  return { erasure: id }
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    responses: { type: 'string' },
    user: { type: 'string' },
    'user-details': { type: 'string' },
    reason: { type: 'string' },
  },
})
const services = await openServices(readConfig(process.env), { runsJobs: false })
try {
  console.log(JSON.stringify(await run(services, positionals, values), undefined, 2))
} catch (error) {
  if (error instanceof z.ZodError) {
    console.error('usage: data-protection find TEXT | erase … --reason … | retention | run')
    process.exitCode = 2
  } else if (error instanceof AppError) {
    console.error(translateIfKnown(messagesByLanguage.en, error.code) ?? error.code)
    process.exitCode = 1
  } else throw error
} finally {
  await services.close()
}
