import type { FormInstance } from 'antd'

/** Everything a form holds, hidden fields included; antd says `any` of it. */
export const formValues = (form: FormInstance): Record<string, unknown> =>
  form.getFieldsValue(true) as Record<string, unknown>
