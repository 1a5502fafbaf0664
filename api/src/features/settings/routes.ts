import { getHealth, getSettings, updateSettings } from '@baseline/contract/settings/contract.ts'

import { audit } from '#platform/audit.ts'
import { handle } from '#platform/http/handle.ts'
import { requireVersion } from '#platform/http/if-match.ts'
import type { Server } from '#platform/http/server.ts'
import { productVersion } from '#platform/version.ts'

export const settings = (server: Server): void => {
  const installation = { timeZone: server.timeZone, mapTiles: server.mapTiles }

  handle(server, getHealth)(() => ({ status: 'alive' as const, version: productVersion }))

  handle(
    server,
    getSettings,
  )(async (_input, { db }) => {
    const stored = await db.selectFrom('settings').select(['theme', 'version']).executeTakeFirstOrThrow()
    return { ...stored, ...installation }
  })

  handle(
    server,
    updateSettings,
  )(async ({ body }, context) => {
    const { theme } = body.settings
    const before = await context.db
      .selectFrom('settings')
      .select(['theme', 'version'])
      .forUpdate()
      .executeTakeFirstOrThrow()
    const current = { ...before, ...installation }
    await requireVersion(context, current, { entity: 'settings', id: 'settings' })
    if (before.theme === theme) return current
    const version = before.version + 1
    await context.db.updateTable('settings').set({ theme, version }).execute()
    await audit(context, { entity: 'settings', id: 'settings', action: 'settings', before, after: { theme } })
    return { theme, version, ...installation }
  })
}
