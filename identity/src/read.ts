import { z } from 'zod'

import { AuthError, codeOfField } from '#error-codes.ts'

/** PostgreSQL cannot store a NUL character. */
export const personName = z
  .string()
  .max(255)
  .refine((name) => !name.includes('\0'))

/** Validates the input. Refuses unknown fields; the first wrong field determines the code. */
export const read = <T>(schema: z.ZodType<T>, input: unknown): T => {
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  const field = parsed.error.issues[0]?.path[0]
  throw new AuthError(codeOfField(typeof field === 'string' ? field : undefined), { cause: parsed.error })
}

/** Accepts a page of this product, as a path or an absolute URL. Any other URL would be an open redirect. */
export const ownPage = (publicOrigin: string) =>
  z
    .string()
    .max(2000)
    .transform((value, context) => {
      const url = URL.parse(value, publicOrigin)
      // A blob: URL has the origin of the page that created it.
      if (url?.origin === publicOrigin && /^https?:$/.test(url.protocol)) return url.href
      context.addIssue({ code: 'custom', message: 'is not a page of this origin' })
      return z.NEVER
    })
