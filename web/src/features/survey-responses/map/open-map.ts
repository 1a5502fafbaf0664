import { Map as MapLibre, NavigationControl, setWorkerUrl } from 'maplibre-gl'
import type { MapOptions } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'

import { t } from '#platform/i18n.ts'
import { mapTiles } from '#platform/map-tiles.ts'

import outlines from './countries.json?url'
import { mapStyle } from './map-style.ts'

import 'maplibre-gl/dist/maplibre-gl.css'
import './open-map.css'

setWorkerUrl(workerUrl)

/** Returns the colour of a CSS variable in the current theme and scheme, resolved for MapLibre. */
export const cssColour = (variable: string): string =>
  getComputedStyle(document.body).getPropertyValue(variable).trim()

interface OpenMapOptions extends Omit<MapOptions, 'container' | 'style'> {
  title: string
  dark: boolean
}

/** Opens a map with country outlines, or with the tiles of the operator. Requires WebGL. */
export const openMap = (
  container: HTMLElement,
  { title, dark, locale, ...options }: OpenMapOptions,
): MapLibre => {
  const map = new MapLibre({
    container,
    style: mapStyle(dark, outlines, mapTiles()),
    attributionControl: false,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    locale: {
      'Map.Title': title,
      'NavigationControl.ZoomIn': t('entities.surveyResponses.place.zoomIn'),
      'NavigationControl.ZoomOut': t('entities.surveyResponses.place.zoomOut'),
      ...locale,
    },
    ...options,
  })
  map.addControl(new NavigationControl({ showCompass: false }), 'top-right')
  return map
}
