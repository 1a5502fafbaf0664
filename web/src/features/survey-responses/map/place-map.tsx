import { Map as MapLibre, Marker, NavigationControl, setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { useEffect, useRef } from 'react'

import { t } from '#platform/i18n.ts'
import { mapTiles } from '#platform/map-tiles.ts'
import { useDark } from '#platform/scheme.ts'

import outlines from './countries.json?url'
import { mapStyle, mapZoom } from './map-style.ts'

import 'maplibre-gl/dist/maplibre-gl.css'

setWorkerUrl(workerUrl)

const colour = (name: string): string =>
  getComputedStyle(document.body).getPropertyValue(`--ant-${name}`).trim()

interface Coordinates {
  latitude: number
  longitude: number
}

/** One place on the outlines of the countries, or on the operator's own map; needs WebGL. */
export const PlaceMap = ({ place: { latitude, longitude } }: { place: Coordinates }) => {
  const holder = useRef<HTMLDivElement>(null)
  const dark = useDark()
  const tiles = mapTiles()
  useEffect(() => {
    if (!holder.current) return undefined
    const map = new MapLibre({
      container: holder.current,
      style: mapStyle(dark, outlines, tiles),
      center: [longitude, latitude],
      ...mapZoom(tiles),
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
    // Said to whoever waits for the page, readers and pictures alike; a map that cannot be drawn keeps nobody waiting.
    const { current: frame } = holder
    frame.setAttribute('aria-busy', 'true')
    for (const end of ['idle', 'error'] as const) void map.once(end, () => frame.removeAttribute('aria-busy'))
    map.addControl(new NavigationControl({ showCompass: false }), 'top-right')
    const marker = new Marker({ color: colour('color-primary') }).setLngLat([longitude, latitude]).addTo(map)
    // The coordinates are told in words below; a second picture of them would only be in a reader's way.
    marker.getElement().setAttribute('aria-hidden', 'true')
    marker.getElement().removeAttribute('tabindex')
    return () => map.remove()
  }, [dark, tiles, latitude, longitude])
  return (
    <>
      <div ref={holder} className="place-map" />
      {tiles?.attribution && <p className="place-owed">{tiles.attribution}</p>}
    </>
  )
}
