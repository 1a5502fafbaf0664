import { z } from 'zod'

import { AuthError, codeOfField } from '#error-codes.ts'

export const personName = z
  .string()
  .max(255)
  // PostgreSQL cannot store a NUL character.
  .refine((name) => !name.includes('\0'))

/**
 * Validates input with a schema. Throws an AuthError; the first invalid field determines its code. Use strict
 * schemas for bodies and queries, because other schemas ignore unknown fields.
 */
export const validate = <T>(schema: z.ZodType<T>, input: unknown): T => {
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  const field = parsed.error.issues[0]?.path[0]
  throw new AuthError(codeOfField(typeof field === 'string' ? field : undefined), { cause: parsed.error })
}

/**
 * Returns a schema that accepts a path or a URL of `publicOrigin` and converts it to an absolute URL. Refuses
 * other origins, to prevent open redirects.
 */
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
