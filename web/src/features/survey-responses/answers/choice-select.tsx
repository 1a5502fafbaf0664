import { Select } from 'antd'
import { useMemo, useState } from 'react'
import type { ReactElement } from 'react'

import { t } from '#platform/i18n.ts'
import { formatNumber } from '#platform/time.ts'

import type { ChoiceText } from './answer-texts.ts'

interface ChoiceSelectProps {
  id: string
  mode?: 'multiple'
  placeholder: string
  allowClear?: boolean
  value: string | string[] | null
  choices: readonly ChoiceText[]
  onChange: (value: unknown) => void
  'aria-describedby'?: string
  'aria-invalid'?: true
  status?: 'error'
}

/** Maximum number of listed choices. A list of 20,000 would take longer than a keystroke may. */
const maxListed = 200

/** Ignores case and accents: people type `manhica`. */
const fold = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

const firstMatches = (choices: readonly ChoiceText[], isMatch: (index: number) => boolean): ChoiceText[] => {
  const matches: ChoiceText[] = []
  for (let index = 0; index < choices.length && matches.length < maxListed; index += 1) {
    const choice = choices[index]
    if (choice && isMatch(index)) matches.push(choice)
  }
  return matches
}

const withSearchHint = (count: number) => (menu: ReactElement) => (
  <>
    {menu}
    <p className="answer-more-choices">
      {t('entities.surveyResponses.answers.moreChoices', { count: formatNumber(count) })}
    </p>
  </>
)

/** Searchable list of choices. Lists the first matches, and the chosen ones. */
export const ChoiceSelect = ({ choices, value, ...props }: ChoiceSelectProps) => {
  const [search, setSearch] = useState('')
  const isSearching = search.trim() !== ''
  const foldedLabels = useMemo(
    () => (isSearching ? choices.map(({ label }) => fold(label)) : []),
    [choices, isSearching],
  )
  const options = useMemo(() => {
    const words = fold(search.trim())
    const matches = firstMatches(
      choices,
      (index) => !isSearching || (foldedLabels[index] ?? '').includes(words),
    )
    if (isSearching || choices.length <= maxListed) return matches
    const chosen = new Set(Array.isArray(value) ? value : [value])
    const listed = new Set(matches)
    return [...choices.filter((choice) => chosen.has(choice.value) && !listed.has(choice)), ...matches]
  }, [choices, foldedLabels, isSearching, search, value])
  return (
    <Select
      {...props}
      value={value}
      options={options}
      showSearch={{ filterOption: false, searchValue: search, onSearch: setSearch }}
      {...(options.length >= maxListed && { popupRender: withSearchHint(choices.length) })}
    />
  )
}
