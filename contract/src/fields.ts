import { z } from 'zod'

import type { MessageKey } from './messages/translate.ts'

/** PostgreSQL cannot store NUL or half of a surrogate pair; refusing them here keeps them from becoming a 500. */
const storable = (value: string): boolean => !value.includes('\0') && value.isWellFormed()

/** As the database writes it, so that two spellings of one id are equal. */
export const id = z.uuid().toLowerCase()

/** Text is trimmed, then measured. spec §5 */
export const text = ({ min = 0, max = 255 }: { min?: number; max?: number } = {}) =>
  z.string().trim().min(min).max(max).refine(storable)

/** A blank form field means "no value". */
export const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (typeof value === 'string' && value.trim() === '' ? null : value), schema.nullish())

/** Addresses are compared without regard to case everywhere, so they are kept in lower case. spec §3 */
export const email = z.string().trim().toLowerCase().pipe(z.email().max(255))

/** A phone number starts with a digit. spec §5 */
export const phone = text({ max: 24 }).refine((value) => /^\d/.test(value), {
  params: { key: 'validation.string.phone' satisfies MessageKey },
})

/** Several people at once; each address is checked by itself and named when it is wrong. spec §5 */
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
 * Both ends of a range may be left open; a blank end comes from a bracketed query. One that is open at both ends asks for
 * nothing. spec §5
 */
export const range = <T extends z.ZodType>(end: T) => {
  const open = z.union([z.literal('').transform(() => undefined), end]).optional()
  return z
    .union([z.tuple([open, open]), z.tuple([open])])
    .transform((ends) => (ends.some((one) => one !== undefined) ? ends : undefined))
}

/** Multi-value filters accept one value or a list. spec §5 */
export const oneOrMany = <T extends z.ZodType>(item: T) =>
  z.union([z.array(item).max(1000), item.transform((one) => [one])])

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
