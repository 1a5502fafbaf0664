import { z } from 'zod'

/** A problem or a warning of a workbook, in the language of the caller. The cell is null for the whole file. */
export const SurveyProblem = z
  .strictObject({
    sheet: z.string().nullable(),
    row: z.int().nullable(),
    /** Letters of the column: A, B, … */
    column: z.string().nullable(),
    message: z.string(),
  })
  .meta({ id: 'SurveyProblem' })
export type SurveyProblem = z.infer<typeof SurveyProblem>
