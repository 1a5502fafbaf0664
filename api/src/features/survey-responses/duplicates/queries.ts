import type { Duplicates } from '@baseline/contract/survey-responses/duplicates.ts'

import { prepared } from '#platform/database/database.ts'
import type { Db } from '#platform/database/database.ts'
import { selectResponses } from '#platform/database/scoped-tables.ts'

import type { Reader } from '../scope.ts'

/** Returns the responses in the scope that are linked with a response. */
export const linksOf = async ({ db, scope }: Reader, id: string): Promise<Duplicates> => {
  const rows = await selectResponses(db, scope)
    .modifyFront(prepared)
    .select(['id', 'display_id as displayId'])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('response_duplicates')
            .select('response_id')
            .where('response_id', '=', id)
            .whereRef('duplicate_of', '=', 'survey_responses.id'),
        )
        .as('isKept'),
    )
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('response_duplicates')
        .select('response_id')
        .where('duplicate_of', '=', id)
        .unionAll(
          eb
            .selectFrom('response_duplicates')
            .select('duplicate_of as response_id')
            .where('response_id', '=', id),
        ),
    )
    .orderBy('id')
    .execute()
  const links = rows.map(({ isKept, ...link }) => ({ isKept, link }))
  return {
    duplicateOf: links.find(({ isKept }) => isKept)?.link ?? null,
    duplicates: links.flatMap(({ isKept, link }) => (isKept ? [] : [link])),
  }
}

export const insert = async (
  db: Db,
  links: readonly { response_id: string; duplicate_of: string }[],
): Promise<void> => {
  await db.insertInto('response_duplicates').values(links).execute()
}
