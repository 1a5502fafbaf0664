import { Select, Tag } from 'antd'

import { t } from '#platform/i18n.ts'

import { isEmail, splitEmails } from './email-list.ts'

import './iam.css'

interface EmailTagsProps {
  /** Given by the form's field. */
  id?: string
  value?: string[]
  onChange?: (emails: string[]) => void
}

interface EmailTagProps {
  value: string
  onClose: (event?: React.MouseEvent<HTMLElement>) => void
}

/** A wrong address is marked by itself and says so to a screen reader. */
const EmailTag = ({ value, onClose }: EmailTagProps) => {
  const wrong = !isEmail(value)
  return (
    <Tag
      closable
      onClose={onClose}
      className={wrong ? 'email-tag email-tag-wrong' : 'email-tag'}
      title={wrong ? t('user.validations.email', { value }) : value}
    >
      {value}
    </Tag>
  )
}

const renderTag = (props: EmailTagProps) => <EmailTag {...props} />

/** Addresses become tags as they are typed or pasted, each checked by itself. spec §5 */
export const EmailTags = ({ id, value = [], onChange }: EmailTagsProps) => (
  <Select
    {...(id !== undefined && { id })}
    className="email-tags"
    mode="tags"
    open={false}
    suffixIcon={null}
    tokenSeparators={[',', ';', ' ', '\n', '\t']}
    value={value}
    onChange={(texts: string[]) => onChange?.(splitEmails(texts))}
    tagRender={renderTag}
  />
)
