import { Form } from 'antd'
import type { FormInstance } from 'antd'
import { useLayoutEffect, useRef, useState } from 'react'
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
  /** While it is being saved nothing can be changed: it would be lost without a word. */
  busy?: boolean
  children: ReactNode
}

/** A field that was disabled for a moment has lost the focus; whoever stays on the form gets it back. */
const useFocusBack = (busy: boolean): void => {
  const focused = useRef<Element | null>(null)
  useLayoutEffect(() => {
    if (busy) focused.current = document.activeElement
    else if (document.activeElement === document.body && focused.current instanceof HTMLElement)
      focused.current.focus()
  }, [busy])
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
  busy = false,
  children,
}: SchemaFormProps<S>) => {
  const [attempted, setAttempted] = useState(false)
  useFocusBack(busy)
  return (
    <Form
      form={form}
      layout="vertical"
      // The browser's own bubbles would speak another language than the page.
      noValidate
      requiredMark={requiredMark}
      disabled={busy}
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
