import type { Location } from '@baseline/contract/surveys/answers.ts'
import { InputNumber } from 'antd'

import { chosenLanguage, t } from '#platform/i18n.ts'

import { Place } from '../map/place.tsx'

const parts = ['latitude', 'longitude', 'accuracy'] as const
type Draft = Partial<Record<(typeof parts)[number], number>>

const bounds = { latitude: [-90, 90], longitude: [-180, 180], accuracy: [0, 10_000_000] } as const

const isPlace = (draft: Draft): draft is Location =>
  parts.every((part) => {
    const [min, max] = bounds[part]
    const value = draft[part]
    return value === undefined ? part === 'accuracy' : value >= min && value <= max
  })

/** Nothing but this field writes there; what is not a place yet is told by the check of the whole. */
const draftOf = (value: unknown): Draft => (typeof value === 'object' && value !== null ? value : {})

interface LocationInputProps {
  id: string
  value: unknown
  onChange: (value: unknown) => void
  describedBy: string | undefined
  invalid: boolean
}

/** A place in figures, and where that is. */
export const LocationInput = ({ id, value, onChange, describedBy, invalid }: LocationInputProps) => {
  const draft = draftOf(value)
  const change = (part: keyof Draft, given: number | null) => {
    const { [part]: _before, ...others } = draft
    const next = given === null ? others : { ...others, [part]: given }
    onChange(Object.keys(next).length === 0 ? undefined : next)
  }
  return (
    <div className="location-input" role="group" aria-labelledby={`${id}-label`}>
      <div className="location-parts">
        {parts.map((part) => (
          <label key={part}>
            <span>{t(`entities.surveyResponses.answers.${part}`)}</span>
            <InputNumber
              {...(part === 'latitude' && { id })}
              controls={false}
              decimalSeparator={chosenLanguage() === 'pt-BR' ? ',' : '.'}
              value={draft[part] ?? null}
              {...(describedBy !== undefined && { 'aria-describedby': describedBy })}
              {...(invalid && { 'aria-invalid': true, status: 'error' as const })}
              onChange={(given) => change(part, given)}
            />
          </label>
        ))}
      </div>
      {isPlace(draft) && <Place place={draft} />}
    </div>
  )
}
