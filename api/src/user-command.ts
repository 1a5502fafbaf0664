/**
 * Operator commands for users:
 *   npm run user -- invite ana@ministry.example manager [--language pt-BR]
 *   npm run user -- grant | revoke ana@ministry.example supervisor monitor
 *   npm run user -- disable | enable ana@ministry.example
 */
import { parseArgs } from 'node:util'

import { AppError } from '@baseline/contract/errors.ts'
import { email as Email } from '@baseline/contract/fields.ts'
import { messagesByLanguage } from '@baseline/contract/messages/all.ts'
import { languages, translateIfKnown } from '@baseline/contract/messages/translate.ts'
import type { Language } from '@baseline/contract/messages/translate.ts'
import { roles as allRoles } from '@baseline/contract/permissions.ts'
import { z } from 'zod'

import { readConfig } from './config.ts'
import { grantRoles, revokeRoles } from './features/iam/change-roles.ts'
import { disableUser, enableUser } from './features/iam/disable-user.ts'
import { inviteUser } from './features/iam/invite-user.ts'
import { inTransaction } from './platform/database/transaction.ts'
import { openServices } from './services.ts'
import type { Services } from './services.ts'

const Command = z.tuple([z.enum(['invite', 'grant', 'revoke', 'disable', 'enable']), Email], z.enum(allRoles))
const Options = z.object({ language: z.enum(languages).default('en') })

const run = async (
  services: Services,
  [verb, email, ...roles]: z.infer<typeof Command>,
  language: Language,
) => {
  const { db, directory, queue } = services
  const account = verb === 'invite' ? await directory.create(email) : undefined
  await inTransaction(db, async (tx) => {
    const context = { db: tx, author: { id: undefined, email: 'operator' }, enqueue: queue.enqueue }
    if (account) await inviteUser(context, { account, roles, language })
    else if (verb === 'grant') await grantRoles(context, { email, roles })
    else if (verb === 'revoke') await revokeRoles(context, { email, roles })
    else if (verb === 'disable') await disableUser(context, email)
    else await enableUser(context, email)
  })
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { language: { type: 'string' } },
})
const command = Command.safeParse(positionals)
const options = Options.safeParse(values)
const needsRoles = positionals[0] === 'grant' || positionals[0] === 'revoke'
if (!command.success || !options.success || (needsRoles && command.data.length < 3)) {
  console.error(
    'usage: user invite EMAIL ROLE… [--language en|pt-BR] | grant | revoke EMAIL ROLE… | disable | enable EMAIL',
  )
  console.error(`roles: ${allRoles.join(', ')}`)
  process.exit(2)
}

const services = await openServices(readConfig(process.env), { runsJobs: false })
try {
  await run(services, command.data, options.data.language)
  console.log('done')
} catch (error) {
  if (!(error instanceof AppError)) throw error
  console.error(translateIfKnown(messagesByLanguage.en, error.code) ?? error.code)
  process.exitCode = 1
} finally {
  await services.close()
}
