import { sql } from 'kysely'

import { compiledOnce, prepared } from '#platform/database/database.ts'
import type { Db } from '#platform/database/database.ts'

interface Namesake {
  at: number
  id: string
  mobile_number: string | null
}

const findNamesakes = compiledOnce<Namesake, { names: readonly string[] }>((db, { names }) => ({
  compile: () =>
    sql<Namesake>`
      select ${prepared} sought.at, found.id, found.mobile_number
      from unnest(${names}::text[]) with ordinality sought (name, at)
      cross join lateral (
        select id, mobile_number from user_details where full_name_folded = folded(sought.name) limit 100
      ) found`.compile(db),
}))

/**
 * Returns the user details of each name. If several people have the name, the mobile number decides. Returns
 * null unless exactly one person remains.
 */
export const findPeople = async (
  db: Db,
  people: readonly { name: string; mobileNumber: string | null }[],
): Promise<(string | null)[]> => {
  const rows = await findNamesakes(db, { names: people.map(({ name }) => name) })
  return people.map(({ mobileNumber }, index) => {
    const namesakes = rows.filter(({ at }) => at === index + 1)
    const candidates =
      namesakes.length > 1 ? namesakes.filter((person) => person.mobile_number === mobileNumber) : namesakes
    return candidates.length === 1 ? (candidates[0]?.id ?? null) : null
  })
}
