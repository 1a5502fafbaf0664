import type { Position } from '@baseline/contract/surveys/shapes.ts'
import { Button } from 'antd'
import { useState } from 'react'

import { t } from '#platform/i18n.ts'

import type { DrawnKind } from '../map/shape-features.ts'
import { Shape } from '../map/shape.tsx'
import { answerOf, isPlace } from './stored-answer.ts'
import { useAnswersStore } from './use-answers.tsx'

interface MapInputProps {
  kind: DrawnKind
  points: readonly Position[]
  onChange: (points: Position[]) => void
}

/** Returns the place of another answer, such as the position of the house: points are usually near it. */
const findStart = (draft: Readonly<Record<string, unknown>>): Position | undefined => {
  const place = Object.values(draft).map(answerOf).find(isPlace)
  return place && [place.longitude, place.latitude]
}

/** Map to draw or correct points. Opened on demand if there are no points, because it is large. */
export const MapInput = ({ kind, points, onChange }: MapInputProps) => {
  const store = useAnswersStore()
  const [isOpen, setIsOpen] = useState(points.length > 0)
  if (!isOpen)
    return (
      <div>
        <Button onClick={() => setIsOpen(true)}>{t('entities.surveyResponses.place.open')}</Button>
      </div>
    )
  return (
    <div className="map-input">
      <p className="map-input-hint">{t(`entities.surveyResponses.place.draw.${kind}`)}</p>
      <Shape kind={kind} points={points} start={findStart(store.draft())} onChange={onChange} />
      <div>
        <Button disabled={points.length === 0} onClick={() => onChange(points.slice(0, -1))}>
          {t(
            kind === 'location'
              ? 'entities.surveyResponses.place.remove'
              : 'entities.surveyResponses.place.removeLast',
          )}
        </Button>
      </div>
    </div>
  )
}
