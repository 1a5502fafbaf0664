import type { Role } from '@baseline/contract/permissions.ts'

import { createPhone, newInstanceId } from './phone.ts'
import type { Interview, Post } from './phone.ts'
import type { World } from './world.ts'

/** Creates a person with a device, and a user who is linked to the person. */
export const createEnumerator = async (
  world: World,
  account: string,
  { firstName = 'Ana', lastName = 'Sitoe', roles = ['enumerator'] as readonly Role[] } = {},
) => {
  const user = await world.createPerson(account, roles)
  const { id: userDetailsId } = await world.db
    .insertInto('user_details')
    .values({ first_name: firstName, last_name: lastName, gender: 'female' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await world.db
    .updateTable('users')
    .set({ user_details_id: userDetailsId })
    .where('id', '=', user.id)
    .execute()
  /** Sends an interview as a phone does, and returns its response. */
  const send = async (surveyId: string, interview: Partial<Interview>, post?: Post) => {
    const phone = await createPhone(world, { surveyId, label: account, userDetailsId })
    const instanceId = newInstanceId()
    const { statusCode, body } = await phone.send({ ...interview, instanceId }, post)
    if (statusCode !== 201) throw new Error(`the interview was refused: ${body}`)
    return world.db
      .selectFrom('survey_responses')
      .innerJoin('field_instances', 'field_instances.response_id', 'survey_responses.id')
      .select(['survey_responses.id', 'display_id as displayId'])
      .where('instance_id', '=', instanceId)
      .executeTakeFirstOrThrow()
  }
  return {
    ...user,
    userDetailsId,
    call: world.callWith(user.token),
    send,
  }
}
export type Enumerator = Awaited<ReturnType<typeof createEnumerator>>
