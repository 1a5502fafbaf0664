import { z } from 'zod'

import { text } from './fields.ts'

const directions = ['ASC', 'DESC'] as const

/** Accepts digits only, so that a repeated or bracketed parameter is not coerced to a number. */
export const wholeNumber = z.union([
  z.int().min(0),
  z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number),
])

export type OrderBy<Column extends string> = `${Column}_${(typeof directions)[number]}`

/** Accepts a closed list of columns, so that no text of the caller reaches ORDER BY. */
export const orderBy = <const Column extends string>(sortable: readonly Column[]) =>
  z.enum(
    sortable.flatMap((column) => directions.map((direction): OrderBy<Column> => `${column}_${direction}`)),
  )

/**
 * Query of every list: filter, order (column key plus _ASC or _DESC), limit and offset. spec §4, §7
 * Without a limit the whole list is streamed.
 */
export const listQuery = <F extends z.ZodRawShape, const Column extends string>(
  filter: F,
  sortable: readonly Column[],
) =>
  z.strictObject({
    filter: z.strictObject(filter).optional(),
    orderBy: orderBy(sortable).optional(),
    limit: wholeNumber.pipe(z.int().min(1).max(1000)).optional(),
    offset: wholeNumber.pipe(z.int().max(1_000_000_000)).default(0),
  })

/** One page of rows with the total count; `countIsEstimate` is set if counting stopped at the cap. */
export const pageOf = <T extends z.ZodType>(row: T) =>
  z.strictObject({ rows: z.array(row), count: z.int(), countIsEstimate: z.boolean().optional() })

/** Query of a picker's autocomplete. spec §7 */
export const autocompleteQuery = z.strictObject({
  query: text().default(''),
  limit: wholeNumber.pipe(z.int().min(1).max(100)).default(10),
})

/** One option of a picker. */
export const Option = z.strictObject({ id: z.uuid(), label: z.string() }).meta({ id: 'Option' })
export type Option = z.infer<typeof Option>
