import type { MapColour } from '@baseline/contract/survey-responses/map-colours.ts'
import type { Map as MapLibre } from 'maplibre-gl'

import { cssColour } from './open-map.ts'
import { circlesLayer, shapesLayer } from './response-layer.ts'
import { shareColour, shareVariable } from './share-steps.ts'

import './share-steps.css'

const visibilityOf = (isVisible: boolean) => (isVisible ? 'visible' : 'none')

const stepColour = (step: number): string => cssColour(shareVariable(step))

/** Shows statuses as shapes, or the share of some statuses as the colour of circles. */
export const colourResponses = (map: MapLibre, colour: MapColour): void => {
  map.setLayoutProperty(shapesLayer, 'visibility', visibilityOf(colour === 'status'))
  map.setLayoutProperty(circlesLayer, 'visibility', visibilityOf(colour !== 'status'))
  if (colour !== 'status') map.setPaintProperty(circlesLayer, 'circle-color', shareColour(colour, stepColour))
}
