import { can } from '@baseline/contract/permissions.ts'
import type { Flag } from '@baseline/contract/survey-responses/flags.ts'
import { Button } from 'antd'
import { useEffect, useId, useRef, useState } from 'react'

import { t } from '#platform/i18n.ts'
import { useSignedInUser } from '#platform/session.ts'
import { formatNumber } from '#platform/time.ts'

import { useLetterKeys } from '../review/use-review-keys.ts'
import { EarlierFlags } from './earlier-flags.tsx'
import { FlagText, FlagTitle } from './flag-item.tsx'
import type { FlaggedSurvey } from './flag-item.tsx'
import { isOpen, keyOfFlag, useDecideFlag } from './use-flags.ts'
import { WaiveForm } from './waive-form.tsx'

const maxShown = 5

interface FlagsCardProps {
  responseId: string
  flags: readonly Flag[]
  survey: FlaggedSurvey
}

/** A button with its key, which acts on the selected flag only. */
const DecisionButton = (props: {
  letter: string
  hasKey: boolean
  text: string
  isBusy: boolean
  onClick: () => void
}) => (
  <Button
    size="small"
    loading={props.isBusy}
    {...(props.hasKey && { 'aria-keyshortcuts': props.letter })}
    onClick={props.onClick}
  >
    {props.text}
    {props.hasKey && (
      <kbd aria-hidden="true" className="decision-key">
        {props.letter}
      </kbd>
    )}
  </Button>
)

/**
 * The flags of a response: what the checks found, and the decisions about it. `y` confirms the selected flag, `n` waives
 * it and `f` selects the next one. After a decision the next open flag is selected.
 */
export const FlagsCard = ({ responseId, flags, survey }: FlagsCardProps) => {
  const id = useId()
  const mayDecide = can(useSignedInUser(), 'flagsDecide')
  const open = flags.filter(isOpen)
  const [index, setIndex] = useState(0)
  const selectedIndex = Math.min(index, open.length - 1)
  const selected = open[selectedIndex]
  /** The flag whose reason is being entered. */
  const [waivedKey, setWaivedKey] = useState<string>()
  const [showsAll, setShowsAll] = useState(false)
  const card = useRef<HTMLElement>(null)
  const decide = useDecideFlag(responseId)
  const shown = showsAll ? open : open.slice(0, Math.max(maxShown, selectedIndex + 1))
  const isWaiving = open.some((flag) => keyOfFlag(flag) === waivedKey)

  const confirm = (flag: Flag) => {
    if (!decide.isPending) decide.mutate({ flag, state: 'confirmed' })
  }
  const startWaive = (flag: Flag) => {
    if (!decide.isPending) setWaivedKey(keyOfFlag(flag))
  }
  const select = (next: number) => {
    setIndex(next)
    setWaivedKey(undefined)
  }

  useLetterKeys((key) => {
    if (!mayDecide || !selected || isWaiving) return undefined
    if (key === 'y') return () => confirm(selected)
    if (key === 'n') return () => startWaive(selected)
    if (key === 'f') return () => select((selectedIndex + 1) % open.length)
    return undefined
  })

  const selectedKey = selected && keyOfFlag(selected)
  const isFirst = useRef(true)
  useEffect(() => {
    const isOpening = isFirst.current
    isFirst.current = false
    // The page opens at its top.
    if (isOpening) return
    const current = card.current?.querySelector<HTMLElement>(
      selectedKey === undefined ? 'h2' : '[aria-current]',
    )
    current?.scrollIntoView({ block: 'nearest' })
    // The focused button went away with its flag.
    if (document.activeElement === document.body) current?.focus({ preventScroll: true })
  }, [selectedKey])

  return (
    <section ref={card} className="flags" aria-labelledby={id}>
      <h2 id={id} tabIndex={-1}>
        {t('checks.flags.title')}
      </h2>
      <p className="flags-count" role="status">
        {flags.length === 0
          ? t('checks.flags.none')
          : open.length === 1
            ? t('checks.flags.openCount.one')
            : t('checks.flags.openCount.many', { count: formatNumber(open.length) })}
      </p>
      {open.length > 0 && (
        <ol>
          {shown.map((flag, position) => {
            const key = keyOfFlag(flag)
            const isSelected = mayDecide && position === selectedIndex
            return (
              // Focusing a button of a flag selects the flag.
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
              <li
                key={key}
                tabIndex={-1}
                {...(isSelected && { 'aria-current': 'true' as const })}
                onFocus={() => position !== selectedIndex && select(position)}
              >
                <FlagTitle flag={flag} survey={survey} />
                <FlagText flag={flag} responseId={responseId} />
                {mayDecide && waivedKey !== key && (
                  <div className="flag-actions">
                    <DecisionButton
                      letter="y"
                      hasKey={isSelected}
                      text={t('checks.flags.confirm')}
                      isBusy={decide.isPending && decide.variables.flag === flag}
                      onClick={() => confirm(flag)}
                    />
                    <DecisionButton
                      letter="n"
                      hasKey={isSelected}
                      text={t('checks.flags.waive')}
                      isBusy={false}
                      onClick={() => startWaive(flag)}
                    />
                  </div>
                )}
                {waivedKey === key && (
                  <WaiveForm
                    isSending={decide.isPending}
                    onCancel={() => setWaivedKey(undefined)}
                    onWaive={(reason, comment) =>
                      decide.mutate(
                        { flag, state: 'waived', reason, ...(comment && { comment }) },
                        { onSuccess: () => setWaivedKey(undefined) },
                      )
                    }
                  />
                )}
              </li>
            )
          })}
        </ol>
      )}
      {shown.length < open.length && (
        <Button type="link" onClick={() => setShowsAll(true)}>
          {t('checks.flags.more', { count: formatNumber(open.length - shown.length) })}
        </Button>
      )}
      <EarlierFlags
        flags={flags.filter((flag) => !isOpen(flag))}
        survey={survey}
        onReopen={(flag) => decide.mutate({ flag, state: 'open' })}
      />
    </section>
  )
}
