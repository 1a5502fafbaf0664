import { CheckOutlined, CopyOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Suspense, lazy, useState } from 'react'

import { t } from '#platform/i18n.ts'

import { formatCoordinates } from '../answers/answer-texts.ts'
import { Drawable } from './drawable.tsx'
import { useMapMayLoad } from './use-map-may-load.ts'

import './place.css'

/** Loaded on demand, because it is as large as the rest of the application. */
const PlaceMap = lazy(async () => ({ default: (await import('./place-map.tsx')).PlaceMap }))

const CopyButton = ({ text }: { text: string }) => {
  const [isCopied, setIsCopied] = useState(false)
  const name = isCopied
    ? t('entities.surveyResponses.place.copied')
    : t('entities.surveyResponses.place.copy')
  return (
    <Button
      type="text"
      size="small"
      icon={isCopied ? <CheckOutlined aria-hidden="true" /> : <CopyOutlined aria-hidden="true" />}
      aria-label={name}
      title={name}
      // If the browser does not allow copying, one click selects the text beside the button.
      onClick={() => void navigator.clipboard?.writeText(text).then(() => setIsCopied(true))}
    />
  )
}

interface MeasuredPlace {
  latitude: number
  longitude: number
  accuracy?: number | undefined
}

interface PlaceProps {
  place: MeasuredPlace
  /** Shows the interviews of this survey around it. */
  surveyId?: string
}

const blankMap = <div className="place-map" aria-busy="true" />

/** A place on a map, with its coordinates as text to copy. */
export const Place = ({ place, surveyId }: PlaceProps) => {
  const text = formatCoordinates(place)
  const mayLoadMap = useMapMayLoad()
  return (
    <div className="place">
      <Drawable>
        {mayLoadMap ? (
          <Suspense fallback={blankMap}>
            <PlaceMap place={place} surveyId={surveyId} />
          </Suspense>
        ) : (
          blankMap
        )}
      </Drawable>
      <p className="place-words">
        <code>{text}</code>
        <CopyButton text={text} />
        {place.accuracy !== undefined && (
          <span>{t('entities.surveyResponses.place.accuracy', { metres: Math.round(place.accuracy) })}</span>
        )}
      </p>
    </div>
  )
}
