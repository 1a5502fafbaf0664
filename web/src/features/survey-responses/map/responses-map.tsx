import type { CellProperties } from '@baseline/contract/survey-responses/contract.ts'
import { responseStatuses } from '@baseline/contract/survey-responses/status.ts'
import { Button } from 'antd'
import { Suspense, lazy, useMemo, useRef, useState } from 'react'

import type { EntityMapProps } from '#platform/feature.ts'
import { t } from '#platform/i18n.ts'
import { useListZone } from '#platform/list/use-list-zone.ts'
import { useGo } from '#platform/navigation.ts'
import { formatNumber, installationTimeZone } from '#platform/time.ts'
import { LinkButton } from '#platform/ui/link-button.tsx'
import { PathLink } from '#platform/ui/path-link.tsx'

import { surveyResponsesList } from '../list.ts'
import { paths } from '../paths.ts'
import { ResponseStatusMark } from '../response-status.tsx'
import { middleOf } from './bounds.ts'
import { countText } from './cell-words.tsx'
import { Drawable } from './drawable.tsx'
import type { MapHandle, Seen } from './map-canvas.tsx'

import './responses-map.css'

/** As heavy as the whole application. */
const MapCanvas = lazy(async () => ({ default: (await import('./map-canvas.tsx')).MapCanvas }))

/** So many are told in words beside the map. */
const mostTold = 6

/** The list of a cell, or the only response there. */
const pathOf = (address: Record<string, unknown>, { cell, id }: CellProperties): string => {
  const { view: _view, page: _page, ...listed } = address
  return id === undefined ? paths.list({ ...listed, area: cell }) : paths.view(id, address)
}

const inViewText = ({ cells, capped }: Seen): string => {
  const n = cells.reduce((sum, cell) => sum + cell.n, 0)
  const count = formatNumber(n)
  if (n === 0) return t('entities.surveyResponses.map.nothing')
  if (capped !== undefined) return t('entities.surveyResponses.map.inView.some', { count })
  return n === 1
    ? t('entities.surveyResponses.map.inView.one', { count })
    : t('entities.surveyResponses.map.inView.many', { count })
}

/** Where on earth, for those who do not see the map. */
const roughly = (cell: string): string => {
  const { latitude, longitude } = middleOf(cell)
  return `${latitude.toFixed(2)}, ${longitude.toFixed(2)}`
}

/** What the map shows in words, and the ways on from there without a mouse. */
const InView = ({ seen, address }: { seen: Seen; address: Record<string, unknown> }) => {
  const largest = seen.cells.toSorted((one, other) => other.n - one.n).slice(0, mostTold)
  return (
    <>
      <p role="status" className="responses-map-count">
        {inViewText(seen)}
      </p>
      {seen.capped !== undefined && (
        <p className="responses-map-note">
          {seen.capped === 0
            ? t('entities.surveyResponses.map.tooSlow')
            : t('entities.surveyResponses.map.capped', { limit: formatNumber(seen.capped) })}
        </p>
      )}
      {largest.length > 0 && (
        <>
          <p id="responses-map-largest">{t('entities.surveyResponses.map.largest')}</p>
          <ol aria-labelledby="responses-map-largest">
            {largest.map((cell) => (
              <li key={cell.cell}>
                <PathLink to={pathOf(address, cell)}>
                  {cell.displayId ?? countText(cell.n, seen.capped === undefined)}
                </PathLink>{' '}
                <ResponseStatusMark status={cell.status} />
                <small>{roughly(cell.cell)}</small>
              </li>
            ))}
          </ol>
        </>
      )}
    </>
  )
}

const Legend = () => (
  <div className="responses-map-legend">
    <p id="responses-map-legend">{t('entities.surveyResponses.map.legend')}</p>
    <ul aria-labelledby="responses-map-legend">
      {responseStatuses.map((status) => (
        <li key={status}>
          <ResponseStatusMark status={status} />
        </li>
      ))}
    </ul>
  </div>
)

/** Where the responses of a list were taken, coloured by status, however many there are. */
export const ResponsesMap = ({ address }: EntityMapProps) => {
  const go = useGo()
  const map = useRef<MapHandle>(null)
  const [seen, setSeen] = useState<Seen>()
  const [failed, setFailed] = useState(false)
  const state = useMemo(() => surveyResponsesList.read(address), [address])
  const zone = useListZone(surveyResponsesList, state.filter) ?? installationTimeZone()
  const filter = useMemo(() => surveyResponsesList.criteria(state, zone).filter, [state, zone])
  const { view: _view, ...listed } = address
  const cannotDraw = (
    <p>
      {t('entities.surveyResponses.map.cannotDraw')}{' '}
      <LinkButton to={paths.list(listed)}>{t('entities.surveyResponses.map.asList')}</LinkButton>
    </p>
  )
  return (
    <Drawable instead={cannotDraw}>
      <div className="responses-map">
        <div>
          <Suspense fallback={<div className="responses-map-canvas" aria-busy="true" />}>
            <MapCanvas
              ref={map}
              filter={filter}
              capped={seen?.capped}
              onSeen={setSeen}
              onOpen={(cell) => go(pathOf(address, cell))}
              onFailed={setFailed}
            />
          </Suspense>
        </div>
        <div className="responses-map-side">
          {seen && <InView seen={seen} address={address} />}
          {failed && (
            <p role="alert" className="responses-map-note">
              {t('entities.surveyResponses.map.failed')}{' '}
              <Button
                size="small"
                onClick={() => {
                  setFailed(false)
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
          <Legend />
        </div>
      </div>
    </Drawable>
  )
}
