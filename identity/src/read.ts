import type { z } from 'zod'

import { AuthError, codeOfField } from '#error-codes.ts'

/** Unknown fields are refused; the first field that is wrong decides the code. */
export const read = <T>(schema: z.ZodType<T>, input: unknown): T => {
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  const field = parsed.error.issues[0]?.path[0]
  throw new AuthError(codeOfField(typeof field === 'string' ? field : undefined), { cause: parsed.error })
}
