import type { CellProperties } from '@baseline/contract/survey-responses/contract.ts'

import { t } from '#platform/i18n.ts'
import { formatNumber } from '#platform/time.ts'
import { PathLink } from '#platform/ui/path-link.tsx'

import { paths } from '../paths.ts'
import { ResponseStatusMark } from '../response-status.tsx'
import { middleOf } from './bounds.ts'
import { countText } from './cell-summary.tsx'
import { nameOf } from './localities.ts'
import type { Locality } from './localities.ts'
import type { VisibleMap } from './map-canvas.tsx'

/** Maximum number of places in the list beside the map. */
const maxListedPlaces = 6

/** Returns the path of the list of a cell, or of its only response. */
export const pathOf = (address: Record<string, unknown>, { cell, id }: CellProperties): string => {
  const { view: _view, page: _page, colour: _colour, ...listAddress } = address
  return id === undefined ? paths.list({ ...listAddress, area: cell }) : paths.view(id, address)
}

const visibleCountText = ({ cells, maxPerTile }: VisibleMap): string => {
  const n = cells.reduce((sum, cell) => sum + cell.n, 0)
  const count = formatNumber(n)
  if (n === 0) return t('entities.surveyResponses.map.nothing')
  if (maxPerTile !== undefined) return t('entities.surveyResponses.map.inView.some', { count })
  return n === 1
    ? t('entities.surveyResponses.map.inView.one', { count })
    : t('entities.surveyResponses.map.inView.many', { count })
}

/** Returns the village and district of a cell, or its coordinates if no name is known. */
const placeText = (cell: CellProperties, localities: readonly Locality[]): string => {
  const naming = nameOf(cell, localities)
  if (!naming) {
    const { latitude, longitude } = middleOf(cell.cell)
    return `${latitude.toFixed(2)}, ${longitude.toFixed(2)}`
  }
  const place = [naming.name, naming.district].filter(Boolean).join(', ')
  return naming.isApproximate ? t('entities.surveyResponses.map.around', { place }) : place
}

/** Describes the visible part of the map in text, with links for keyboard users. */
export const VisiblePlaces = ({
  visibleMap,
  address,
}: {
  visibleMap: VisibleMap
  address: Record<string, unknown>
}) => {
  const largestCells = visibleMap.cells.toSorted((one, other) => other.n - one.n).slice(0, maxListedPlaces)
  return (
    <>
      <p role="status" className="responses-map-count">
        {visibleCountText(visibleMap)}
      </p>
      {visibleMap.maxPerTile !== undefined && (
        <p className="responses-map-note">
          {visibleMap.maxPerTile === 0
            ? t('entities.surveyResponses.map.tooSlow')
            : t('entities.surveyResponses.map.capped', { limit: formatNumber(visibleMap.maxPerTile) })}
        </p>
      )}
      {largestCells.length > 0 && (
        <>
          <p id="responses-map-largest">{t('entities.surveyResponses.map.largest')}</p>
          <ol aria-labelledby="responses-map-largest">
            {largestCells.map((cell) => (
              <li key={cell.cell}>
                <PathLink to={pathOf(address, cell)}>{placeText(cell, visibleMap.localities)}</PathLink>
                <span>
                  {cell.displayId ?? countText(cell.n, visibleMap.maxPerTile === undefined)}{' '}
                  <ResponseStatusMark status={cell.status} />
                </span>
              </li>
            ))}
          </ol>
        </>
      )}
    </>
  )
}
