import { Select, Tag } from 'antd'
import { useState } from 'react'

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
export const EmailTags = ({ id, value = [], onChange }: EmailTagsProps) => {
  const [typed, setTyped] = useState('')
  const add = (text: string) => {
    setTyped('')
    onChange?.(splitEmails([...value, text]))
  }
  return (
    <div
      // Before antd takes it to pieces at every space, names and all.
      onPaste={(event) => {
        event.preventDefault()
        add(`${typed}${event.clipboardData.getData('text')}`)
      }}
    >
      <Select
        {...(id !== undefined && { id })}
        className="email-tags"
        mode="tags"
        open={false}
        suffixIcon={null}
        tokenSeparators={[',', ';', ' ', '\n', '\t']}
        showSearch={{ searchValue: typed, onSearch: setTyped }}
        // Ctrl-S sends the form without leaving the field, and what stands there belongs to it.
        onInputKeyDown={(event) => {
          if (event.key.toLowerCase() === 's' && (event.ctrlKey || event.metaKey)) add(typed)
        }}
        value={value}
        onChange={(texts: string[]) => onChange?.(splitEmails(texts))}
        tagRender={renderTag}
      />
    </div>
  )
}
