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
  /** Prefix of the ids of the fields, for the second form of a page. */
  name?: string
  /** Receives the values as parsed by the schema: trimmed, with blanks as null. */
  onSubmit: (values: z.output<S>) => void
  /** Runs if a field is invalid, before the form scrolls to it. */
  onFailed?: () => void
  initialValues?: Partial<z.input<S>>
  requiredMark?: boolean
  /** Disables the form while saving, because changes would be lost silently. */
  busy?: boolean
  children: ReactNode
}

/** Restores the focus, which a field loses when it is disabled. */
const useRestoredFocus = (busy: boolean): void => {
  const lastFocused = useRef<Element | null>(null)
  useLayoutEffect(() => {
    if (busy) lastFocused.current = document.activeElement
    else if (document.activeElement === document.body && lastFocused.current instanceof HTMLElement)
      lastFocused.current.focus()
  }, [busy])
}

/**
 * Shows no errors before the first submit: validation on blur could move the page under a click on a link
 * below. After that, every change is checked at once.
 */
export const SchemaForm = <S extends z.ZodObject>({
  shape,
  form,
  name,
  onSubmit,
  onFailed,
  initialValues = {},
  requiredMark = true,
  busy = false,
  children,
}: SchemaFormProps<S>) => {
  const [hasSubmitted, setHasSubmitted] = useState(false)
  useRestoredFocus(busy)
  return (
    <Form
      form={form}
      {...(name !== undefined && { name })}
      layout="vertical"
      // The browser's own messages may be in another language than the page.
      noValidate
      requiredMark={requiredMark}
      disabled={busy}
      initialValues={initialValues}
      validateTrigger={hasSubmitted ? 'onChange' : []}
      scrollToFirstError={{ focus: true, block: 'center' }}
      onFinishFailed={() => {
        setHasSubmitted(true)
        onFailed?.()
      }}
      onFinish={(values: Record<string, unknown>) => {
        setHasSubmitted(true)
        const parsed = parseForm(shape, values)
        if ('data' in parsed) onSubmit(parsed.data)
        else form.setFields(parsed.problems)
      }}
    >
      {children}
    </Form>
  )
}
