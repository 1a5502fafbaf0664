import type { Map as MapLibre } from 'maplibre-gl'

import type { MapColour } from '#platform/map-colours.ts'

import { circles, shapes } from './response-layer.ts'
import { shareColour, shareVariable } from './share-steps.ts'

import './share-steps.css'

const visible = (isVisible: boolean) => (isVisible ? 'visible' : 'none')

const stepColour = (step: number): string =>
  getComputedStyle(document.documentElement).getPropertyValue(shareVariable(step)).trim()

/** Shows statuses as shapes, or the share of some statuses as the colour of circles. */
export const colourResponses = (map: MapLibre, shown: MapColour): void => {
  map.setLayoutProperty(shapes, 'visibility', visible(shown === 'status'))
  map.setLayoutProperty(circles, 'visibility', visible(shown !== 'status'))
  if (shown !== 'status') map.setPaintProperty(circles, 'circle-color', shareColour(shown, stepColour))
}
