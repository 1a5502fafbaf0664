import { Map as MapLibre, Marker, NavigationControl, setWorkerUrl } from 'maplibre-gl'
import type { StyleSpecification } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { useEffect, useRef } from 'react'

import { t } from '#platform/i18n.ts'
import { useDark } from '#platform/scheme.ts'

import outlines from './countries.json?url'

import 'maplibre-gl/dist/maplibre-gl.css'

setWorkerUrl(workerUrl)

const colour = (name: string): string =>
  getComputedStyle(document.body).getPropertyValue(`--ant-${name}`).trim()

/** Land, sea and borders in the colours of the theme. There is no text in it: letters would need fonts from elsewhere. */
const styleOf = (dark: boolean): StyleSpecification => ({
  version: 8,
  sources: { countries: { type: 'geojson', data: outlines } },
  layers: [
    { id: 'sea', type: 'background', paint: { 'background-color': dark ? '#1c2733' : '#dbe7f0' } },
    {
      id: 'land',
      type: 'fill',
      source: 'countries',
      paint: { 'fill-color': dark ? '#2f3338' : '#f7f5f0', 'fill-antialias': false },
    },
    {
      id: 'borders',
      type: 'line',
      source: 'countries',
      paint: { 'line-color': dark ? '#6b7480' : '#a3a9b0', 'line-width': 1 },
    },
  ],
})

/** Far enough out to know the coast and the borders again. */
const startZoom = 4
const mostZoom = 10

interface Coordinates {
  latitude: number
  longitude: number
}

/** One place on the outlines of the countries; needs WebGL. */
export const PlaceMap = ({ place: { latitude, longitude } }: { place: Coordinates }) => {
  const holder = useRef<HTMLDivElement>(null)
  const dark = useDark()
  useEffect(() => {
    if (!holder.current) return undefined
    const map = new MapLibre({
      container: holder.current,
      style: styleOf(dark),
      center: [longitude, latitude],
      zoom: startZoom,
      maxZoom: mostZoom,
      attributionControl: false,
      // The page scrolls under a finger and a wheel; the map has buttons.
      scrollZoom: false,
      dragRotate: false,
      pitchWithRotate: false,
      touchPitch: false,
      locale: {
        'Map.Title': t('entities.surveyResponses.place.map'),
        'NavigationControl.ZoomIn': t('entities.surveyResponses.place.zoomIn'),
        'NavigationControl.ZoomOut': t('entities.surveyResponses.place.zoomOut'),
      },
    })
    map.addControl(new NavigationControl({ showCompass: false }), 'top-right')
    const marker = new Marker({ color: colour('color-primary') }).setLngLat([longitude, latitude]).addTo(map)
    // The coordinates are told in words below; a second picture of them would only be in a reader's way.
    marker.getElement().setAttribute('aria-hidden', 'true')
    marker.getElement().removeAttribute('tabindex')
    return () => map.remove()
  }, [dark, latitude, longitude])
  return <div ref={holder} className="place-map" />
}
