import { permissions } from '@baseline/contract/permissions.ts'
import type { Permission } from '@baseline/contract/permissions.ts'

import type { Db } from '../database/database.ts'

/** Returns the addresses of the enabled users with a permission, for mails of the server. */
export const findRecipients = async (db: Db, permission: Permission): Promise<string[]> => {
  const users = await db
    .selectFrom('users')
    .select('email')
    .where('disabled', '=', false)
    .where('id', 'in', (eb) =>
      eb.selectFrom('user_roles').select('user_id').where('role', 'in', permissions[permission]),
    )
    .execute()
  return users.map(({ email }) => email)
}
