import { email } from '@baseline/contract/fields.ts'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { z } from 'zod'

import type { Accounts } from '#connected-accounts.ts'
import * as directory from '#directory.ts'
import { hashPassword } from '#password-hash.ts'
import { validate } from '#validate.ts'

const DemoAccount = z.strictObject({
  email,
  password: z.string().min(1),
  emailVerified: z.boolean(),
})

/**
 * Creates the demo accounts of `npm run dev`. Not called in production, so the route does not exist there.
 */
export const registerDevelopmentRoutes = (
  internal: FastifyInstance,
  { accounts, pool }: { accounts: Accounts; pool: pg.Pool },
): void => {
  // All demo accounts have the same password.
  const hashes = new Map<string, Promise<string>>()
  internal.post('/development/accounts', async (request) => {
    const { password, ...account } = validate(DemoAccount, request.body)
    const hash = hashes.get(password) ?? hashPassword(password)
    hashes.set(password, hash)
    const context = await accounts.auth.$context
    const id = context.generateId({ model: 'user' })
    if (!id) throw new Error('the library must generate ids, not the database')
    return directory.putAccount(pool, { id, passwordHash: await hash, ...account })
  })
}
