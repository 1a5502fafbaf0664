import { getSettings, updateSettings } from '@baseline/contract/settings/contract.ts'

import { audit } from '#platform/audit.ts'
import { handle } from '#platform/http/handle.ts'
import type { Server } from '#platform/http/server.ts'

export const settings = (server: Server): void => {
  const { timeZone } = server

  handle(
    server,
    getSettings,
  )(async (_input, { db }) => {
    const { theme } = await db.selectFrom('settings').select('theme').executeTakeFirstOrThrow()
    return { theme, timeZone }
  })

  handle(
    server,
    updateSettings,
  )(async ({ body }, context) => {
    const { theme } = body.settings
    const before = await context.db
      .selectFrom('settings')
      .select('theme')
      .forUpdate()
      .executeTakeFirstOrThrow()
    await context.db
      .updateTable('settings')
      .set((eb) => ({ theme, version: eb('version', '+', 1), updated_at: new Date() }))
      .execute()
    await audit(context, { entity: 'settings', id: 'settings', action: 'settings', before, after: { theme } })
    return { theme, timeZone }
  })
}
