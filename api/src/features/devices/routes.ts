import * as contract from '@baseline/contract/devices/contract.ts'
import type { DeviceData } from '@baseline/contract/devices/contract.ts'
import { fieldError } from '@baseline/contract/errors.ts'
import { can } from '@baseline/contract/permissions.ts'

import { audit } from '#platform/audit.ts'
import { createToken, hashToken } from '#platform/auth/device.ts'
import type { MemberContext } from '#platform/http/context.ts'
import { handle } from '#platform/http/handle.ts'
import type { Server } from '#platform/http/server.ts'

import * as fieldDevices from './queries.ts'
import type { DeviceFields } from './queries.ts'

const entity = 'device' as const

/** Returns the surveys to which the memberships of the caller are limited; undefined without such a limit. */
const surveysInReach = ({ actor }: MemberContext): readonly string[] | undefined => {
  const ids = actor.memberships.flatMap(({ surveyId }) => surveyId ?? [])
  const isLimited = ids.length > 0 && ids.length === actor.memberships.length
  return can(actor, 'devicesEditAll') || !isLimited ? undefined : ids
}

/**
 * Checks that the caller may give the person a device, and that the surveys exist. A device shows the returned
 * interviews of its surveys, so it is limited to the surveys of the caller.
 */
const toFields = async (
  context: MemberContext,
  { label, userDetailsId = null, surveys = null }: DeviceData,
): Promise<DeviceFields> => {
  if (userDetailsId === null && !can(context.actor, 'devicesEditAll'))
    throw fieldError('data.userDetailsId', 'entities.devices.errors.personRequired')
  if (userDetailsId !== null && !(await fieldDevices.isPersonInReach(context, userDetailsId)))
    throw fieldError('data.userDetailsId', 'entities.devices.errors.personNotFound')
  const inReach = surveysInReach(context)
  const requested = surveys ?? inReach
  const surveyIds = requested ? [...new Set(requested)] : null
  if (
    surveyIds?.some((id) => inReach?.includes(id) === false) ||
    (surveyIds && (await fieldDevices.countSurveys(context, surveyIds)) < surveyIds.length)
  )
    throw fieldError('data.surveys', 'entities.devices.errors.surveyNotFound')
  return { label, userDetailsId, surveys: surveyIds }
}

export const devices = (server: Server): void => {
  handle(server, contract.listDevices)(({ query }, context) => fieldDevices.list(context, query))

  handle(server, contract.listDevicePeople)(({ query }, context) => fieldDevices.listPeople(context, query))

  handle(server, contract.createDevice)(
    async ({ body: { data } }, context) => {
      const fields = await toFields(context, data)
      const token = createToken()
      const created = await fieldDevices.insert(context, fields, hashToken(token))
      await audit(context, { entity, id: created.id, action: 'create', after: { ...fields } })
      return { ...created, token }
    },
    // The first token is not stored. Its response was lost, so another token replaces it.
    async (id, context) => {
      const token = createToken()
      return { ...(await fieldDevices.replaceToken(context, id, hashToken(token))), token }
    },
  )

  handle(
    server,
    contract.revokeDevice,
  )(async ({ params: { id } }, context) => {
    if (await fieldDevices.revoke(context, id))
      await audit(context, {
        entity,
        id,
        action: 'statusChange',
        before: { state: 'active' },
        after: { state: 'revoked' },
      })
    return {}
  })
}
