/**
 * The class of a value: it tells who can be identified by it. Exports and erasure use this classification:
 *
 * - Columns of survey responses: `personal` in survey-responses/columns.ts, read with `isPersonalColumn()`.
 * - Answers: `isPersonalQuestion()` of surveys/personal-question.ts.
 * - Users and staff: `userPersonalData` and `userDetailsPersonalData` in their contracts.
 *
 * `household` identifies the household or its home. `staff` identifies an enumerator, a supervisor or a user.
 * `indirect` identifies a household only in combination with other values. Decision 29 gives the reasons.
 */
export type PersonalData = 'household' | 'staff' | 'indirect' | 'no'

export const isPersonal = (personal: PersonalData): boolean =>
  personal === 'household' || personal === 'staff'

/** A combination of indirect values that fewer households share could identify them. */
export const smallCellSize = 5
