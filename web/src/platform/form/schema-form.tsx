import { Form } from 'antd'
import type { FormInstance } from 'antd'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { z } from 'zod'

import { parseForm } from './form-shape.ts'
import type { FormShape } from './form-shape.ts'

interface SchemaFormProps<S extends z.ZodObject> {
  shape: FormShape<S>
  form: FormInstance
  /** Receives what the schema made of the values: trimmed, blanks as null. */
  onSubmit: (values: z.output<S>) => void
  initialValues?: Partial<z.input<S>>
  requiredMark?: boolean
  children: ReactNode
}

/**
 * Nothing complains before the first attempt to send: checking when a field is left would move the page
 * under a click on a link below it. After that attempt every change is checked at once.
 */
export const SchemaForm = <S extends z.ZodObject>({
  shape,
  form,
  onSubmit,
  initialValues = {},
  requiredMark = true,
  children,
}: SchemaFormProps<S>) => {
  const [attempted, setAttempted] = useState(false)
  return (
    <Form
      form={form}
      layout="vertical"
      // The browser's own bubbles would speak another language than the page.
      noValidate
      requiredMark={requiredMark}
      initialValues={initialValues}
      validateTrigger={attempted ? 'onChange' : []}
      scrollToFirstError={{ focus: true, block: 'center' }}
      onFinishFailed={() => setAttempted(true)}
      onFinish={(values: Record<string, unknown>) => {
        setAttempted(true)
        const parsed = parseForm(shape, values)
        if ('data' in parsed) onSubmit(parsed.data)
        else form.setFields(parsed.problems)
      }}
    >
      {children}
    </Form>
  )
}
