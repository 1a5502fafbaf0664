import { z } from 'zod'

import type { MessageKey } from './messages/translate.ts'

/** PostgreSQL cannot store NUL or lone surrogates; without this check they would cause a 500. */
const isStorable = (value: string): boolean => !value.includes('\0') && value.isWellFormed()

/** Lower case, as PostgreSQL prints it, so that equal ids compare equal. */
export const id = z.uuid().toLowerCase()

/** Trims the text, then checks its length. spec §5 */
export const text = ({ min = 0, max = 255 }: { min?: number; max?: number } = {}) =>
  z.string().trim().min(min).max(max).refine(isStorable)

/** Reads a blank form field as null. */
export const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (typeof value === 'string' && value.trim() === '' ? null : value), schema.nullish())

/** Stored in lower case, because addresses are compared case-insensitively. spec §3 */
export const email = z.string().trim().toLowerCase().pipe(z.email().max(255))

/** A phone number starts with a digit. spec §5 */
export const phone = text({ max: 24 }).refine((value) => /^\d/.test(value), {
  params: { key: 'validation.string.phone' satisfies MessageKey },
})

/** A list of addresses; each is checked separately, and a wrong one is named. spec §5 */
export const emailList = z
  .array(
    z
      .string()
      .trim()
      .toLowerCase()
      .refine((value) => z.email().max(255).safeParse(value).success, {
        params: { key: 'user.validations.email' satisfies MessageKey },
      }),
  )
  .min(1)

/** A calendar date without a time or a zone. spec §5 */
export const date = z.iso.date()

export const instant = z.iso.datetime({ offset: true })

/**
 * A range. Either end may be open, which a bracketed query sends as a blank; with both ends open there is no
 * filter. spec §5
 */
export const range = <T extends z.ZodType>(end: T) => {
  const openEnd = z.union([z.literal('').transform(() => undefined), end]).optional()
  return z
    .union([z.tuple([openEnd, openEnd]), z.tuple([openEnd])])
    .transform((ends) => (ends.some((value) => value !== undefined) ? ends : undefined))
}

/** Accepts one value or a list, for multi-value filters. spec §5 */
export const oneOrMany = <T extends z.ZodType>(item: T) =>
  z.union([z.array(item).max(1000), item.transform((value) => [value])])

/** A boolean, also as a query has it. */
export const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((value) => value === 'true')])

/** SHA-256 over the cells of an imported row, in hexadecimal. spec §5 */
export const importHash = z.preprocess(
  (value) => value ?? '',
  z
    .string()
    .toLowerCase()
    .refine((value) => /^[0-9a-f]{64}$/.test(value), {
      params: { key: 'importer.errors.importHashRequired' satisfies MessageKey },
    }),
)
