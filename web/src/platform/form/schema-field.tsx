import { Form } from 'antd'
import type { ReactNode } from 'react'
import type { z } from 'zod'

import { label } from '../i18n.ts'
import { fieldError, isRequired } from './form-shape.ts'
import type { FieldName, FormShape } from './form-shape.ts'

interface SchemaFieldProps<S extends z.ZodObject> {
  shape: FormShape<S>
  name: FieldName<S>
  extra?: ReactNode
  children: ReactNode
}

/** Form field whose label, mark and messages come from the contract. spec §5 */
export const SchemaField = <S extends z.ZodObject>({ shape, name, extra, children }: SchemaFieldProps<S>) => (
  <Form.Item<Record<string, unknown>>
    name={name}
    label={label(shape.labels[name])}
    required={isRequired(shape, name)}
    extra={extra}
    rules={[
      {
        validator: (_, value: unknown) => {
          const error = fieldError(shape, name, value)
          return error === undefined ? Promise.resolve() : Promise.reject(new Error(error))
        },
      },
    ]}
  >
    {children}
  </Form.Item>
)
