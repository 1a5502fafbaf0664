import { z } from 'zod'

import type { ImportReader } from '#platform/importer/read-import.ts'

import type { UpdateContext } from '../context.ts'
import { headings, otherSheets } from '../reader.ts'
import { missingForUpdate, updateColumns, updateSheets } from './columns.ts'
import { readCodebook } from './read-codebook.ts'

/** Accepts any row: the worker has no record to compare it with. */
const AnyRow = z.looseObject({})

/** Exports add the variable name if several columns have the same label: `Village (village)`. */
const addVariableNames = (labels: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(labels).map(([key, label]) => [key, `${label} (${key})`]))

export const updateReaderFor = ({
  survey,
  language,
}: UpdateContext): ImportReader<UpdateContext, typeof AnyRow> => ({
  columns: updateColumns(survey, language),
  sheets: updateSheets(survey, language),
  otherSheets,
  schema: AnyRow,
  headings: [...headings, ...headings.map(addVariableNames)],
  missing: missingForUpdate,
  codebook: { name: 'codebook', read: readCodebook },
  compose: () => ({}),
  keepsCells: true,
})
