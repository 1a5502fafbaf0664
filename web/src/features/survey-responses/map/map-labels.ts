import type { Map as MapLibre } from 'maplibre-gl'

import { chooseLabels } from './label-layout.ts'
import type { Label } from './label-layout.ts'
import type { Locality } from './localities.ts'
import { readLocalities } from './read-localities.ts'

import './map-labels.css'

/** Maximum width of a name, which the stylesheet sets too. */
const maxWidthPx = 150
const linePx = 16
/** Left and right of the text, together. */
const paddingPx = 8
/** Vertical distance of a name from its point, so that it does not cover the responses there. */
const distancePx = 14

/**
 * Returns a function that measures names with the fonts of the page. The map itself draws no text, because
 * that would need font files.
 */
const createRuler = () => {
  const context = document.createElement('canvas').getContext('2d')
  const { fontFamily } = getComputedStyle(document.body)
  return ({ kind, name }: Locality): number => {
    if (!context) return maxWidthPx
    context.font = `${kind === 'district' ? '600 13px' : '500 12px'} ${fontFamily}`
    return Math.min(maxWidthPx, context.measureText(name).width + paddingPx)
  }
}

const toLabel = (map: MapLibre, locality: Locality, width: number, offsetPx: number): Label => {
  const { x, y } = map.project([locality.longitude, locality.latitude])
  return { ...locality, x, y: y + offsetPx, width, height: linePx }
}

/**
 * Shows the names of districts and villages as HTML above the map. Hidden from screen readers, because the
 * list beside the map has the names.
 */
export const addLabels = (map: MapLibre, { side }: { side: 'above' | 'below' }): void => {
  const offsetPx = side === 'above' ? -distancePx : distancePx
  const layer = document.createElement('div')
  layer.className = 'map-labels'
  layer.setAttribute('aria-hidden', 'true')
  map.getCanvasContainer().append(layer)
  const widthOf = createRuler()
  let shownLabels: { element: HTMLElement; locality: Locality }[] = []

  const positionLabel = (element: HTMLElement, { longitude, latitude }: Locality) => {
    const { x, y } = map.project([longitude, latitude])
    element.style.transform = `translate(${String(Math.round(x))}px, ${String(Math.round(y + offsetPx))}px) translate(-50%, -50%)`
  }
  const updateLabels = () => {
    const { clientWidth, clientHeight } = map.getContainer()
    const localitiesByKey = new Map(readLocalities(map).map((locality) => [locality.key, locality]))
    const labelsInView = [...localitiesByKey.values()]
      .map((locality) => toLabel(map, locality, widthOf(locality), offsetPx))
      .filter(({ x, y }) => x > 0 && y > 0 && x < clientWidth && y < clientHeight)
    shownLabels = chooseLabels(labelsInView).flatMap(({ key }) => {
      const locality = localitiesByKey.get(key)
      if (!locality) return []
      const element = document.createElement('span')
      element.className = `map-label map-label-${locality.kind}`
      element.textContent = locality.name
      positionLabel(element, locality)
      return [{ element, locality }]
    })
    layer.replaceChildren(...shownLabels.map(({ element }) => element))
  }
  map.on('move', () => {
    for (const { element, locality } of shownLabels) positionLabel(element, locality)
  })
  map.on('idle', updateLabels)
}
