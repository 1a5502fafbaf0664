import { isShape, pointsOf, readPoints } from '@baseline/contract/surveys/shapes.ts'
import type { Position } from '@baseline/contract/surveys/shapes.ts'
import { Input } from 'antd'

import { t } from '#platform/i18n.ts'

import { MapInput } from './map-input.tsx'

const lineOf = ([longitude, latitude]: Position): string => `${String(latitude)} ${String(longitude)}`
const textOf = (points: readonly Position[]): string => points.map(lineOf).join('\n')

interface ShapeInputProps {
  id: string
  kind: 'line' | 'area'
  value: unknown
  onChange: (value: unknown) => void
  'aria-describedby'?: string
  'aria-invalid'?: true
  status?: 'error'
}

/** Points of a line or an area: typed, one per line, or drawn on a map. Keeps text that is not a shape yet. */
export const ShapeInput = ({ kind, value, onChange, ...props }: ShapeInputProps) => {
  const text = typeof value === 'string' ? value : isShape(value) ? textOf(pointsOf(value)) : ''
  return (
    <div className="shape-input" role="group" aria-labelledby={`${props.id}-label`}>
      <Input.TextArea
        {...props}
        rows={4}
        placeholder={t('entities.surveyResponses.answers.pointsHint')}
        value={text}
        onChange={({ target }) => onChange(target.value)}
      />
      <MapInput kind={kind} points={readPoints(text)} onChange={(points) => onChange(textOf(points))} />
    </div>
  )
}
