import type { Membership } from '@baseline/contract/iam/contract.ts'

import type { Db } from '#platform/database/database.ts'

interface Access {
  userDetailsId: string | null
  memberships: readonly Membership[]
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
