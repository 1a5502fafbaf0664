import { fieldError } from '@baseline/contract/errors.ts'
import type { Membership, NewUsers } from '@baseline/contract/iam/contract.ts'

import type { Db } from '#platform/database/database.ts'

export interface Access {
  userDetailsId: string | null
  memberships: readonly Membership[]
}

/** Refuses a limit to the team without user details that lead it: the user would read nothing. */
export const requireDetailsOfTeam = ({
  userDetailsId = null,
  memberships = [],
}: Pick<NewUsers, 'userDetailsId' | 'memberships'>): void => {
  if (userDetailsId === null && memberships.some(({ ownTeam }) => ownTeam))
    throw fieldError('data.memberships', 'iam.memberships.errors.teamWithoutDetails')
}

/** Stores the responses that a user may read, and the link to the user details that lead the team. */
export const replaceAccess = async (
  tx: Db,
  userId: string,
  { userDetailsId, memberships }: Access,
): Promise<void> => {
  await tx.updateTable('users').set({ user_details_id: userDetailsId }).where('id', '=', userId).execute()
  await tx.deleteFrom('memberships').where('user_id', '=', userId).execute()
  if (memberships.length === 0) return
  await tx
    .insertInto('memberships')
    .values(
      memberships.map(({ surveyId, districts, ownTeam }) => ({
        user_id: userId,
        survey_id: surveyId,
        districts,
        own_team: ownTeam,
      })),
    )
    .execute()
}
