import { readMapColour } from '@baseline/contract/survey-responses/map-colours.ts'
import { Button } from 'antd'
import { Suspense, lazy, useMemo, useRef, useState } from 'react'

import type { MapProps } from '#platform/feature.ts'
import { t } from '#platform/i18n.ts'
import { useListZone } from '#platform/list/use-filter-records.ts'
import { useGo } from '#platform/navigation.ts'
import { installationTimeZone } from '#platform/time.ts'
import { LoadingPanel } from '#platform/ui/loading-panel.tsx'
import { LinkButton } from '#platform/ui/path-link.tsx'

import { surveyResponsesList } from '../list.ts'
import { paths } from '../paths.ts'
import { Drawable } from './drawable.tsx'
import type { MapHandle, VisibleMap } from './map-canvas.tsx'
import { MapLegend } from './map-legend.tsx'
import { VisiblePlaces, pathOf } from './visible-places.tsx'

import './responses-map.css'

/** Loaded on demand, because it is as large as the rest of the application. */
const MapCanvas = lazy(async () => ({ default: (await import('./map-canvas.tsx')).MapCanvas }))

/** A map of the responses of a list, with its legend and a description in text. */
export const ResponsesMap = ({ address }: MapProps) => {
  const go = useGo()
  const map = useRef<MapHandle>(null)
  const [visibleMap, setVisibleMap] = useState<VisibleMap>()
  const [hasFailed, setHasFailed] = useState(false)
  const state = useMemo(() => surveyResponsesList.read(address), [address])
  const zone = useListZone(surveyResponsesList, state.filter) ?? installationTimeZone()
  const filter = useMemo(() => surveyResponsesList.criteria(state, zone).filter, [state, zone])
  const colour = readMapColour(address['colour']) ?? 'status'
  const { view: _view, colour: _colour, ...listAddress } = address
  const drawingFallback = (
    <p>
      {t('entities.surveyResponses.map.cannotDraw')}{' '}
      <LinkButton to={paths.list(listAddress)}>{t('entities.surveyResponses.map.asList')}</LinkButton>
    </p>
  )
  return (
    <Drawable fallback={drawingFallback}>
      <div className="responses-map">
        <div>
          <Suspense fallback={<LoadingPanel>{t('entities.surveyResponses.map.loading')}</LoadingPanel>}>
            <MapCanvas
              ref={map}
              filter={filter}
              colour={colour}
              maxPerTile={visibleMap?.maxPerTile}
              onVisibleChange={setVisibleMap}
              onOpen={(cell) => go(pathOf(address, cell))}
              onFailed={setHasFailed}
            />
          </Suspense>
        </div>
        <div className="responses-map-side">
          {visibleMap && <VisiblePlaces visibleMap={visibleMap} address={address} />}
          {hasFailed && (
            <p role="alert" className="responses-map-note">
              {t('entities.surveyResponses.map.failed')}{' '}
              <Button
                size="small"
                onClick={() => {
                  setHasFailed(false)
                  map.current?.reload()
                }}
              >
                {t('common.retry')}
              </Button>
            </p>
          )}
          <Button size="small" onClick={() => map.current?.showAll()}>
            {t('entities.surveyResponses.map.all')}
          </Button>
          <MapLegend colour={colour} />
        </div>
      </div>
    </Drawable>
  )
}
