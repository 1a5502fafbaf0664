import { Form, Input } from 'antd'

import { t } from '#platform/i18n.ts'

const collator = new Intl.Collator('en', { sensitivity: 'base' })
const collapse = (text: string): string => text.trim().replaceAll(/\s+/g, ' ')

/** Compares without case and accents: a name may be hard to type on another keyboard. */
export const isSameText = (typed: unknown, text: string): boolean =>
  typeof typed === 'string' && collator.compare(collapse(typed), collapse(text)) === 0

/** Asks the user to type a text before an action that cannot be undone. Its form is only submitted with it. */
export const ConfirmationField = ({ text }: { text: string }) => (
  <Form.Item
    name="confirmation"
    label={t('dataProtection.confirmation.label', { text })}
    required
    rules={[
      {
        validator: (_, typed: unknown) =>
          isSameText(typed, text)
            ? Promise.resolve()
            : Promise.reject(new Error(t('dataProtection.confirmation.mismatch', { text }))),
      },
    ]}
  >
    <Input autoComplete="off" spellCheck={false} />
  </Form.Item>
)
