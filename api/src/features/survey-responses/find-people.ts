import { sql } from 'kysely'

import { kept, often } from '#platform/database/database.ts'
import type { Db } from '#platform/database/database.ts'

interface Namesake {
  at: number
  id: string
  mobile_number: string | null
}

const namesakes = kept<Namesake>((db) => ({
  compile: () =>
    sql<Namesake>`
      select ${often} sought.at, found.id, found.mobile_number
      from unnest(${[]}::text[]) with ordinality sought (name, at)
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
  sought: readonly { name: string; mobileNumber: string | null }[],
): Promise<(string | null)[]> => {
  const rows = await namesakes(db, [sought.map(({ name }) => name)])
  return sought.map(({ mobileNumber }, index) => {
    const named = rows.filter(({ at }) => at === index + 1)
    const meant = named.length > 1 ? named.filter((one) => one.mobile_number === mobileNumber) : named
    return meant.length === 1 ? (meant[0]?.id ?? null) : null
  })
}
