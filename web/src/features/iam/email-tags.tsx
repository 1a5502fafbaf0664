import { Select, Tag } from 'antd'
import { useState } from 'react'

import { t } from '#platform/i18n.ts'

import { isEmail, splitEmails } from './email-list.ts'

import './iam.css'

interface EmailTagsProps {
  /** Set by the form field. */
  id?: string
  value?: string[]
  onChange?: (emails: string[]) => void
}

interface EmailTagProps {
  value: string
  onClose: (event?: React.MouseEvent<HTMLElement>) => void
}

/** Marks an invalid address, and says so to screen readers. */
const EmailTag = ({ value, onClose }: EmailTagProps) => {
  const isInvalid = !isEmail(value)
  return (
    <Tag
      closable={{ 'aria-label': t('iam.removeEmail', { email: value }) }}
      onClose={onClose}
      className={isInvalid ? 'email-tag email-tag-wrong' : 'email-tag'}
      title={isInvalid ? t('user.validations.email', { value }) : value}
    >
      {value}
    </Tag>
  )
}

const renderTag = (props: EmailTagProps) => <EmailTag {...props} />

/** Turns typed and pasted addresses into tags, and validates each one separately. spec §5 */
export const EmailTags = ({ id, value = [], onChange }: EmailTagsProps) => {
  const [input, setInput] = useState('')
  const add = (text: string) => {
    setInput('')
    onChange?.(splitEmails([...value, text]))
  }
  return (
    <div
      // Handles the paste before antd does, which would split the text at every space, including names.
      onPaste={(event) => {
        event.preventDefault()
        add(`${input}${event.clipboardData.getData('text')}`)
      }}
    >
      <Select
        {...(id !== undefined && { id })}
        className="email-tags"
        mode="tags"
        open={false}
        suffixIcon={null}
        tokenSeparators={[',', ';', ' ', '\n', '\t']}
        showSearch={{ searchValue: input, onSearch: setInput }}
        // Ctrl-S submits the form without leaving the field: add the typed address first.
        onInputKeyDown={(event) => {
          if (event.key.toLowerCase() === 's' && (event.ctrlKey || event.metaKey)) add(input)
        }}
        value={value}
        onChange={(texts: string[]) => onChange?.(splitEmails(texts))}
        tagRender={renderTag}
      />
    </div>
  )
}
