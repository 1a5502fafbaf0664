import type { FormInstance } from 'antd'

/** Returns all values of a form, including hidden fields; antd types them as `any`. */
export const formValues = (form: FormInstance): Record<string, unknown> =>
  form.getFieldsValue(true) as Record<string, unknown>
