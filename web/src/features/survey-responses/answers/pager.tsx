import { Button } from 'antd'
import { useEffect } from 'react'

import { t } from '#platform/i18n.ts'

import './pager.css'

interface PagerProps {
  keys: readonly string[]
  current: string | undefined
  onOpen: (key: string) => void
}

/** Moves between the pages of a form. "Next" is first, because Tab leads from the last field to it. */
export const Pager = ({ keys, current, onOpen }: PagerProps) => {
  const index = keys.findIndex((key) => key === current)
  const open = (target: number) => {
    const key = keys[target]
    if (key !== undefined) onOpen(key)
  }
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!event.altKey || (event.key !== 'PageDown' && event.key !== 'PageUp')) return
      event.preventDefault()
      open(event.key === 'PageDown' ? index + 1 : index - 1)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  })
  return (
    <nav className="pager" aria-label={t('entities.surveyResponses.sections.pages')}>
      <Button
        disabled={index === keys.length - 1}
        aria-keyshortcuts="Alt+PageDown"
        onClick={() => open(index + 1)}
      >
        {t('entities.surveyResponses.sections.next')}
      </Button>
      <Button disabled={index === 0} aria-keyshortcuts="Alt+PageUp" onClick={() => open(index - 1)}>
        {t('entities.surveyResponses.sections.back')}
      </Button>
      <label className="pager-progress">
        <span>
          {t('entities.surveyResponses.sections.position', { position: index + 1, count: keys.length })}
        </span>
        <progress max={keys.length} value={index + 1} />
      </label>
      <span className="pager-keys">{t('entities.surveyResponses.sections.keys')}</span>
    </nav>
  )
}
