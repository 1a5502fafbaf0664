/**
 * Operator commands for single responses:
 *   npm run response -- restore 019a…   restores a response that was deleted within the last 30 days
 */
import { AppError } from '@baseline/contract/errors.ts'
import { id as Id } from '@baseline/contract/fields.ts'
import { messagesByLanguage } from '@baseline/contract/messages/all.ts'
import { translateIfKnown } from '@baseline/contract/messages/translate.ts'
import { z } from 'zod'

import { readConfig } from './config.ts'
import { restoreResponse } from './features/survey-responses/write/restore-response.ts'
import { inTransaction } from './platform/database/transaction.ts'
import { openServices } from './services.ts'

const command = z.tuple([z.literal('restore'), Id]).safeParse(process.argv.slice(2))
if (!command.success) {
  console.error('usage: response restore ID')
  process.exit(2)
}

const services = await openServices(readConfig(process.env), { runsJobs: false })
try {
  const [, id] = command.data
  await inTransaction(services.db, (tx) => restoreResponse(tx, { id: undefined, email: 'operator' }, id))
  console.log('done')
} catch (error) {
  if (!(error instanceof AppError)) throw error
  console.error(translateIfKnown(messagesByLanguage.en, error.code) ?? error.code)
  process.exitCode = 1
} finally {
  await services.close()
}
