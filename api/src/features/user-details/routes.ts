import { AppError, fieldError } from '@baseline/contract/errors.ts'
import * as contract from '@baseline/contract/user-details/contract.ts'

import { audit, auditAll, hasChanges } from '#platform/audit.ts'
import { handle } from '#platform/http/handle.ts'
import { requireVersion } from '#platform/http/if-match.ts'
import type { Server } from '#platform/http/server.ts'
import { freeImportHashes, importOnce } from '#platform/import-once.ts'

import * as details from './queries.ts'
import { toRecord } from './to-record.ts'

const entity = 'userDetails' as const

export const userDetails = (server: Server): void => {
  handle(server, contract.listUserDetails)(({ query }, { db }) => details.list(db, query))

  handle(server, contract.autocompleteUserDetails)(({ query }, { db }) => details.autocomplete(db, query))

  handle(
    server,
    contract.getUserDetails,
  )(async ({ params: { id } }, { db }) => {
    const record = await details.find(db, id)
    if (!record) throw new AppError('errors.notFound')
    return record
  })

  handle(
    server,
    contract.createUserDetails,
  )(async ({ body: { data } }, context) => {
    const created = await details.insert(context.db, await toRecord(context.db, data))
    await audit(context, { entity, id: created.id, action: 'create', after: created })
    return created
  })

  handle(
    server,
    contract.importUserDetails,
  )(({ body: { data, importHash } }, context) =>
    importOnce(context.db, entity, importHash, async (id) => {
      const imported = await details.insert(context.db, await toRecord(context.db, data), id)
      await audit(context, { entity, id, action: 'import', after: imported })
      return imported
    }),
  )

  handle(
    server,
    contract.updateUserDetails,
  )(async ({ params: { id }, body }, context) => {
    if (body.id !== id) throw fieldError('id', 'validation.mixed.default')
    const before = await details.getLocked(context.db, id)
    await requireVersion(context, before, { entity, id })
    const record = await toRecord(context.db, body.data, id)
    if (!hasChanges(before, record)) return before
    await audit(context, { entity, id, action: 'update', before, after: record })
    return details.update(context.db, id, record)
  })

  handle(
    server,
    contract.destroyUserDetails,
  )(async ({ query: { ids } }, context) => {
    const deleted = await details.getAllLocked(context.db, ids)
    const detached = await details.detachFrom(context.db, ids)
    const devices = await details.revokeDevices(context.db, ids)
    await details.remove(context.db, ids)
    await freeImportHashes(context.db, entity, ids)
    await auditAll(context, [
      ...detached.map(({ id, managerId }) => ({
        entity,
        id,
        action: 'update' as const,
        before: { managerId },
        after: { managerId: null },
      })),
      ...devices.map(({ id, ...before }) => ({
        entity: 'device' as const,
        id,
        action: 'update' as const,
        before,
        after: { userDetailsId: null, state: 'revoked' },
      })),
      ...deleted.map((before) => ({ entity, id: before.id, action: 'destroy' as const, before })),
    ])
    return {}
  })
}
