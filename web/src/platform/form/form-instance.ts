import type { FormInstance } from 'antd'
import type { z } from 'zod'

import { serverProblems } from './form-shape.ts'
import type { FormShape } from './form-shape.ts'

/** Returns all values of a form, including hidden fields; antd types them as `any`. */
export const formValues = (form: FormInstance): Record<string, unknown> =>
  form.getFieldsValue(true) as Record<string, unknown>

/** Shows the server's errors at their fields; returns whether there were any. */
export const placeProblems = <S extends z.ZodObject>(
  form: FormInstance,
  shape: FormShape<S>,
  error: unknown,
): boolean => {
  const problems = serverProblems(shape, error)
  form.setFields(problems)
  const [firstProblem] = problems
  if (firstProblem) form.scrollToField(firstProblem.name, { focus: true, block: 'center' })
  return problems.length > 0
}
