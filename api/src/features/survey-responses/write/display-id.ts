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

interface ClaimedId {
  displayId: string
  responseId: string
}

const insertClaim = compiledOnce<
  ClaimedId,
  { surveyId: string; displayId: string; responseId: string | undefined }
>((db, { surveyId, displayId, responseId }) =>
  db
    .insertInto('display_ids')
    .values({
      survey_id: surveyId,
      display_id: displayId,
      // Generates the id of a new response by the clock of the database, which all API processes share.
      response_id: sql<string>`coalesce(${responseId}, uuidv7())`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(['display_id as displayId', 'response_id as responseId'])
    .modifyEnd(prepared),
)

/**
 * Claims the requested Survey Id, or generates a free one. The second of two concurrent claims waits and is
 * refused.
 */
export const claimDisplayId = async (
  tx: Db,
  surveyId: string,
  responseId: string | undefined,
  requested: string | null | undefined,
): Promise<ClaimedId> => {
  if (requested) {
    const [claimed] = await insertClaim(tx, { surveyId, displayId: requested, responseId })
    if (claimed) return claimed
    throw fieldError('data.displayId', 'entities.surveyResponses.errors.displayIdExists')
  }
  for (;;) {
    const [claimed] = await insertClaim(tx, { surveyId, displayId: makeDisplayId(), responseId })
    if (claimed) return claimed
  }
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
