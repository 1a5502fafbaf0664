import { Marker } from 'maplibre-gl'
import { useEffect, useRef } from 'react'

import { t } from '#platform/i18n.ts'
import { mapTiles } from '#platform/map-tiles.ts'
import { useDark } from '#platform/scheme.ts'

import { mapZoom } from './map-style.ts'
import { colour, openMap } from './open-map.ts'

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
    const { current: frame } = holder
    const map = openMap(frame, {
      title: t('entities.surveyResponses.place.map'),
      dark,
      center: [longitude, latitude],
      ...mapZoom(tiles),
      // The page scrolls under a finger and a wheel; the map has buttons.
      scrollZoom: false,
    })
    // Said to whoever waits for the page, readers and pictures alike; a map that cannot be drawn keeps nobody waiting.
    frame.setAttribute('aria-busy', 'true')
    for (const end of ['idle', 'error'] as const) void map.once(end, () => frame.removeAttribute('aria-busy'))
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
