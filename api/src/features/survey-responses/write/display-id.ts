import { randomInt } from 'node:crypto'

import { fieldError } from '@baseline/contract/errors.ts'
import { sql } from 'kysely'

import { compiledOnce, prepared } from '#platform/database/database.ts'
import type { Db } from '#platform/database/database.ts'

/** Table of the Damm algorithm, which detects every wrong digit and every swap of two adjacent digits. */
const damm = [
  [0, 3, 1, 7, 5, 9, 8, 6, 4, 2],
  [7, 0, 9, 2, 1, 5, 4, 8, 6, 3],
  [4, 2, 0, 6, 8, 7, 1, 3, 5, 9],
  [1, 7, 5, 0, 9, 8, 3, 4, 2, 6],
  [6, 1, 2, 3, 0, 4, 5, 9, 7, 8],
  [3, 6, 7, 4, 2, 0, 9, 5, 8, 1],
  [5, 8, 6, 9, 7, 2, 0, 1, 3, 4],
  [8, 9, 4, 5, 3, 6, 2, 0, 1, 7],
  [9, 4, 3, 8, 6, 1, 7, 2, 0, 5],
  [2, 5, 8, 1, 4, 3, 6, 7, 9, 0],
] as const

const checkDigit = (digits: string): number => {
  let state = 0
  for (const digit of digits) state = damm[state]?.[Number(digit)] ?? 0
  return state
}

/**
 * Generates eleven random digits and a check digit, like 1234-5678-9012: easy to read aloud, hard to guess.
 * spec §3
 */
export const makeDisplayId = (randomDigits: number = randomInt(10 ** 11)): string => {
  const digits = String(randomDigits).padStart(11, '0')
  return `${digits}${String(checkDigit(digits))}`.replace(/(\d{4})(\d{4})(\d{4})/, '$1-$2-$3')
}

interface Claim {
  surveyId: string
  responseId: string
  /** Undefined or null to generate one. */
  requested: string | null | undefined
}

const insertClaims = compiledOnce<
  { surveyId: string; displayId: string },
  { surveyIds: string[]; displayIds: string[]; responseIds: string[] }
>((db, { surveyIds, displayIds, responseIds }) => ({
  compile: () =>
    sql<{ surveyId: string; displayId: string }>`
      insert into display_ids (survey_id, display_id, response_id)
      select survey_id, display_id, response_id
      from unnest(${surveyIds}::uuid[], ${displayIds}::text[], ${responseIds}::uuid[])
        as claim (survey_id, display_id, response_id)
      order by survey_id, display_id
      on conflict do nothing
      returning survey_id as "surveyId", display_id as "displayId" ${prepared}`.compile(db),
}))

/**
 * Claims the requested Survey Ids, and generates free ones for the others. Throws if a requested one is in
 * use. The second of two concurrent claims waits and is refused.
 */
export const claimDisplayIds = async (tx: Db, claims: readonly Claim[]): Promise<string[]> => {
  const displayIds = claims.map(({ requested }) => requested || makeDisplayId())
  const nameOf = (surveyId: string, displayId: string) => `${surveyId} ${displayId}`
  let open = [...claims.keys()]
  while (open.length > 0) {
    const inserted = await insertClaims(tx, {
      surveyIds: open.map((index) => claims[index]?.surveyId ?? ''),
      displayIds: open.map((index) => displayIds[index] ?? ''),
      responseIds: open.map((index) => claims[index]?.responseId ?? ''),
    })
    const claimed = new Set(inserted.map(({ surveyId, displayId }) => nameOf(surveyId, displayId)))
    open = open.filter(
      (index) => !claimed.has(nameOf(claims[index]?.surveyId ?? '', displayIds[index] ?? '')),
    )
    for (const index of open) {
      if (claims[index]?.requested)
        throw fieldError('data.displayId', 'entities.surveyResponses.errors.displayIdExists')
      displayIds[index] = makeDisplayId()
    }
  }
  return displayIds
}

/** Claims a requested Survey Id for one response. */
export const claimDisplayId = async (
  tx: Db,
  surveyId: string,
  responseId: string,
  requested: string,
): Promise<void> => {
  await claimDisplayIds(tx, [{ surveyId, responseId, requested }])
}

export const freeDisplayId = async (
  tx: Db,
  response: { surveyId: string; displayId: string },
): Promise<void> => {
  await tx
    .deleteFrom('display_ids')
    .where('survey_id', '=', response.surveyId)
    .where('display_id', '=', response.displayId)
    .execute()
}
