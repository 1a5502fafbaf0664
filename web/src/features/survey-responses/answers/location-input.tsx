import type { Location } from '@baseline/contract/surveys/answers.ts'
import type { Position } from '@baseline/contract/surveys/shapes.ts'

import { t } from '#platform/i18n.ts'

import { MapInput } from './map-input.tsx'
import { NumberField } from './number-field.tsx'

const parts = ['latitude', 'longitude', 'accuracy'] as const
type Draft = Partial<Record<(typeof parts)[number], number | string>>

const bounds = { latitude: [-90, 90], longitude: [-180, 180], accuracy: [0, 10_000_000] } as const

const isPlace = (draft: Draft): draft is Location =>
  parts.every((part) => {
    const [min, max] = bounds[part]
    const value = draft[part]
    if (value === undefined) return part === 'accuracy'
    return typeof value === 'number' && value >= min && value <= max
  })

/** Only this field writes the value. The validation of the whole form reports incomplete places. */
const draftOf = (value: unknown): Draft => (typeof value === 'object' && value !== null ? value : {})

/** A place that is chosen on the map has no measured accuracy. */
const placeAt = ([longitude, latitude]: Position): Location => ({ latitude, longitude })

interface LocationInputProps {
  id: string
  value: unknown
  onChange: (value: unknown) => void
  describedBy: string | undefined
  invalid: boolean
}

/** Inputs for the coordinates of a place, and a map to choose it. */
export const LocationInput = ({ id, value, onChange, describedBy, invalid }: LocationInputProps) => {
  const draft = draftOf(value)
  const change = (part: keyof Draft, partValue: number | string | undefined) => {
    const { [part]: _before, ...others } = draft
    const next = partValue === undefined ? others : { ...others, [part]: partValue }
    onChange(Object.keys(next).length === 0 ? undefined : next)
  }
  return (
    <div className="location-input" role="group" aria-labelledby={`${id}-label`}>
      <div className="location-parts">
        {parts.map((part) => (
          <label key={part}>
            <span>{t(`entities.surveyResponses.answers.${part}`)}</span>
            <NumberField
              {...(part === 'latitude' && { id })}
              inputMode="decimal"
              value={draft[part]}
              {...(describedBy !== undefined && { 'aria-describedby': describedBy })}
              {...(invalid && { 'aria-invalid': true, status: 'error' as const })}
              onChange={(partValue) => change(part, partValue)}
            />
          </label>
        ))}
      </div>
      <MapInput
        kind="location"
        points={isPlace(draft) ? [[draft.longitude, draft.latitude]] : []}
        onChange={([point]) => onChange(point && placeAt(point))}
      />
    </div>
  )
}
