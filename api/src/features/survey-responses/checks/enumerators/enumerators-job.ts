import { compareWithOthers } from '@baseline/contract/checks/enumerator-work.ts'
import { checkEnumerator } from '@baseline/contract/checks/enumerators.ts'
import type { Finding } from '@baseline/contract/checks/rules.ts'
import type { SurveyDefinition } from '@baseline/contract/surveys/master.ts'
import { indirectKindOf } from '@baseline/contract/surveys/personal-question.ts'
import { itemsOf } from '@baseline/contract/surveys/survey-items.ts'
import { todayIn } from '@baseline/contract/wall-clock.ts'
import { sql } from 'kysely'
import { z } from 'zod'

import type { Db } from '#platform/database/database.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import { job } from '#platform/jobs.ts'

import { readRules } from '../read-rules.ts'
import { makeAllDue, takeDueSurvey } from './due-surveys.ts'
import { findLastDay, readWork } from './read-work.ts'

const ageQuestionsOf = (definition: SurveyDefinition): Set<string> =>
  new Set(
    [...itemsOf(definition).values()].flatMap(({ item }) =>
      item.kind === 'question' && indirectKindOf(item) === 'age' ? [item.key] : [],
    ),
  )

interface EnumeratorFinding {
  investigator: string
  finding: Finding
}

/** Compares the enumerators of a survey, with the interviews up to a day; by default up to today. */
export const findInSurvey = async (
  tx: Db,
  surveyId: string,
  { timeZone, day }: { timeZone: string; day?: string },
): Promise<EnumeratorFinding[]> => {
  const row = await tx
    .selectFrom('surveys')
    .select(['version', 'status'])
    .where('id', '=', surveyId)
    .executeTakeFirst()
  const survey = row && (await (await readRules(tx, [surveyId], timeZone)).findSurvey(surveyId, row.version))
  if (!survey) return []
  const today = day ?? todayIn(survey.survey.timeZone)
  const filter = { surveyId, scope: 'all' } as const
  const until = await findLastDay(tx, filter, today)
  if (until === undefined) return []
  const people = await readWork(tx, filter, until)
  const compare = compareWithOthers(people, until)
  const compared = {
    rules: survey.rules,
    today,
    until,
    isOpen: row.status === 'open',
    ageQuestions: ageQuestionsOf(survey.survey.definition),
  }
  return people.flatMap((person) =>
    checkEnumerator(person, compare(person), compared).map((finding) => ({
      investigator: person.investigator,
      finding,
    })),
  )
}

/** Makes the stored findings equal to the current ones. An older finding ends. */
const storeFindings = async (
  tx: Db,
  surveyId: string,
  found: readonly EnumeratorFinding[],
): Promise<void> => {
  const rows = JSON.stringify(
    found.map(({ investigator, finding }) => ({ survey_id: surveyId, investigator, ...finding })),
  )
  await sql`
    insert into enumerator_flags as known (survey_id, investigator, rule, condition, question, severity, evidence)
    select survey_id, investigator, rule, condition, question, severity, evidence
    from json_populate_recordset(null::enumerator_flags, ${rows}::json)
    on conflict (survey_id, investigator, rule, condition, question) do update set
      severity = excluded.severity, evidence = excluded.evidence, until = null,
      detected_at = case when known.until is null then known.detected_at else now() end
    where known.until is not null or (known.severity, known.evidence) is distinct from
      (excluded.severity, excluded.evidence)`.execute(tx)
  await sql`
    update enumerator_flags known set until = now()
    where survey_id = ${surveyId} and until is null and not exists (
      select from json_populate_recordset(null::enumerator_flags, ${rows}::json) current
      where (current.investigator, current.rule, current.condition, current.question)
        = (known.investigator, known.rule, known.condition, known.question))`.execute(tx)
  // Removes the findings about people without interviews, such as after an erasure.
  await sql`
    delete from enumerator_flags known
    where survey_id = ${surveyId} and not exists (
      select from enumerator_facts f
      where f.survey_id = known.survey_id and f.investigator = known.investigator)`.execute(tx)
}

const checkNextSurvey = async (tx: Db, timeZone: string): Promise<boolean> => {
  const surveyId = await takeDueSurvey(tx)
  if (surveyId === undefined) return false
  await storeFindings(tx, surveyId, await findInSurvey(tx, surveyId, { timeZone }))
  return true
}

/** Compares the enumerators of the surveys that are due, one transaction per survey. */
const checkEnumerators = async (db: Db, timeZone: string): Promise<void> => {
  while (await inTransaction(db, (tx) => checkNextSurvey(tx, timeZone)));
}

interface Services {
  streams: Db
  timeZone: string
}

/** Compares enumerators at most an hour after their figures changed. */
export const enumeratorsJob = job({
  name: 'check-enumerators',
  data: z.object({}),
  schedule: '*/10 * * * *',
  run: (_data, { streams, timeZone }: Services) => checkEnumerators(streams, timeZone),
})

/** Compares all enumerators every night: silence changes no figure. */
export const allEnumeratorsJob = job({
  name: 'check-all-enumerators',
  data: z.object({}),
  schedule: '41 2 * * *',
  run: async (_data, { streams, timeZone }: Services) => {
    await makeAllDue(streams)
    await checkEnumerators(streams, timeZone)
  },
})
