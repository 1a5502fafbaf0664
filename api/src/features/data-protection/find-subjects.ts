import type {
  findPersonalData,
  FoundPerson,
  FoundResponse,
} from '@baseline/contract/data-protection/contract.ts'
import type { Output } from '@baseline/contract/http.ts'
import { sql } from 'kysely'

import type { Db } from '#platform/database/database.ts'
import { withStatementTimeout } from '#platform/database/transaction.ts'

const maxMatches = 100
/** Time to search the answers, which have no index. */
const answersMs = 5_000

const foundColumns = sql`id, display_id as "displayId", survey_label as "surveyLabel",
  household_name as "householdName", district_name as "districtName", village, survey_date as "surveyDate",
  false as deleted`

/** Finds responses by their Survey Id or the name of the household. */
const findByName = async (db: Db, search: string): Promise<FoundResponse[]> => {
  const { rows } = await sql<FoundResponse>`
    select ${foundColumns} from survey_responses where display_id_folded like search_pattern(${search})
    union
    select ${foundColumns} from survey_responses where household_name_folded like search_pattern(${search})
    limit ${maxMatches + 1}`.execute(db)
  return rows
}

/** Finds responses with the text in any answer. Returns undefined if there are too many responses to search. */
const findByAnswer = (db: Db, search: string): Promise<FoundResponse[] | undefined> =>
  withStatementTimeout(db, answersMs, async (tx) => {
    const { rows } = await sql<FoundResponse>`
      select ${foundColumns} from survey_responses where folded("values"::text) like search_pattern(${search})
      limit ${maxMatches + 1}`.execute(tx)
    return rows
  })

/** Finds deleted responses: their last audit entry has the whole record. */
const findDeleted = async (db: Db, search: string): Promise<FoundResponse[]> => {
  const { rows } = await sql<FoundResponse>`
    select distinct on (entity_id) entity_id as id, r."displayId", r."surveyLabel", r."householdName", r."districtName",
      r.village, r."surveyDate", true as deleted
    from audit_log entry, jsonb_to_record("values" -> 'before') as r ("displayId" text, "surveyLabel" text,
      "householdName" text, "districtName" text, village text, "surveyDate" text, "values" jsonb)
    where entity_name = 'surveyResponse' and action = 'destroy' and jsonb_typeof(entry."values" -> 'before') = 'object'
      and (folded(r."displayId") like search_pattern(${search}) or folded(r."householdName") like search_pattern(${search})
        or folded(r."values"::text) like search_pattern(${search}))
      and not exists (select from survey_responses current where current.id::text = entry.entity_id)
    order by entity_id limit ${maxMatches + 1}`.execute(db)
  return rows
}

/** Finds users and members of the staff, linked ones as one person, and deleted members of the staff. */
const findPeople = async (db: Db, search: string): Promise<FoundPerson[]> => {
  const { rows } = await sql<FoundPerson>`
    select users.id as "userId", details.id as "userDetailsId",
      coalesce(users.full_name, btrim(details.first_name || ' ' || coalesce(details.last_name, '')), users.email) as name,
      users.email, coalesce(users.phone_number, details.mobile_number) as "phoneNumber",
      coalesce(not users.disabled, false) as enabled
    from users full join user_details details on details.id = users.user_details_id
    where users.full_name_folded like search_pattern(${search}) or users.email like search_pattern(${search})
      or users.phone_number_folded like search_pattern(${search})
      or details.full_name_folded like search_pattern(${search})
      or details.mobile_number_folded like search_pattern(${search})
    union all
    select null, entity_id::uuid, btrim(r."firstName" || ' ' || coalesce(r."lastName", '')), null, r."mobileNumber", false
    from audit_log entry, jsonb_to_record("values" -> 'before') as r ("firstName" text, "lastName" text, "mobileNumber" text)
    where entity_name = 'userDetails' and action = 'destroy' and jsonb_typeof("values" -> 'before') = 'object'
      and (folded(r."firstName" || ' ' || coalesce(r."lastName", '')) like search_pattern(${search})
        or folded(r."mobileNumber") like search_pattern(${search}))
    order by name limit ${maxMatches + 1}`.execute(db)
  return rows
}

/** Finds what the product has about a household or a person; the caller says which matches belong to them. */
export const findSubjects = async (db: Db, search: string): Promise<Output<typeof findPersonalData>> => {
  const byAnswer = await findByAnswer(db, search)
  const matches = [...(await findByName(db, search)), ...(byAnswer ?? []), ...(await findDeleted(db, search))]
  const responses = [...new Map(matches.map((response) => [response.id, response])).values()]
  const people = await findPeople(db, search)
  return {
    responses: responses.slice(0, maxMatches),
    people: people.slice(0, maxMatches),
    more: byAnswer === undefined || responses.length > maxMatches || people.length > maxMatches,
  }
}
