import { mapColours } from '@baseline/contract/survey-responses/map-colours.ts'
import type { MapColour } from '@baseline/contract/survey-responses/map-colours.ts'
import { responseStatuses } from '@baseline/contract/survey-responses/status.ts'
import { useNavigate } from '@tanstack/react-router'
import { Select } from 'antd'

import { t } from '#platform/i18n.ts'

import { ResponseStatusMark } from '../response-status.tsx'
import { shareLimits, shareVariable } from './share-steps.ts'

import './share-steps.css'

const stepText = (step: number): string => {
  const [from, to] = [shareLimits[step - 1], shareLimits[step]]
  if (from === undefined) return t('entities.surveyResponses.map.steps.none')
  if (to === undefined) return t('entities.surveyResponses.map.steps.from', { from })
  return from === 0
    ? t('entities.surveyResponses.map.steps.under', { to })
    : t('entities.surveyResponses.map.steps.between', { from, to })
}

const ShareSteps = () =>
  [0, ...shareLimits].map((_, step) => (
    <li key={step}>
      <span className="share-mark">
        <span
          className="share-dot"
          style={{ background: `var(${shareVariable(step)})` }}
          aria-hidden="true"
        />
        {stepText(step)}
      </span>
    </li>
  ))

/** Selects what the colours show, and explains them. The selection is part of the address. */
export const MapLegend = ({ colour: shownColour }: { colour: MapColour }) => {
  const navigate = useNavigate()
  const choose = (colour: MapColour) =>
    void navigate({
      to: '.',
      search: ({ colour: _previous, ...address }: Record<string, unknown>) =>
        colour === 'status' ? address : { ...address, colour },
      replace: true,
      resetScroll: false,
    })
  return (
    <div className="responses-map-legend">
      <label htmlFor="responses-map-colour">{t('entities.surveyResponses.map.colour')}</label>
      <Select
        id="responses-map-colour"
        value={shownColour}
        options={mapColours.map((value) => ({
          value,
          label: t(`entities.surveyResponses.map.colours.${value}`),
        }))}
        onChange={choose}
      />
      <p id="responses-map-legend">{t(`entities.surveyResponses.map.legends.${shownColour}`)}</p>
      <ul aria-labelledby="responses-map-legend">
        {shownColour === 'status' ? (
          responseStatuses.map((status) => (
            <li key={status}>
              <ResponseStatusMark status={status} />
            </li>
          ))
        ) : (
          <ShareSteps />
        )}
      </ul>
    </div>
  )
}
