import { Marker, ScaleControl } from 'maplibre-gl'
import { useEffect, useRef } from 'react'

import { t } from '#platform/i18n.ts'
import { mapTiles } from '#platform/map-tiles.ts'
import { useDark } from '#platform/scheme.ts'

import { addLabels } from './map-labels.ts'
import { openMap, cssColour } from './open-map.ts'
import { addResponses } from './response-layer.ts'

interface PlaceMapProps {
  place: { latitude: number; longitude: number }
  /** Shows the interviews of this survey around the place. */
  surveyId: string | undefined
}

/** Zoom level of a village: about 2 km across. */
const villageZoom = 14

/** Map of one place at the scale of a village, with the interviews around it. Requires WebGL. */
export const PlaceMap = ({ place: { latitude, longitude }, surveyId }: PlaceMapProps) => {
  const container = useRef<HTMLDivElement>(null)
  const dark = useDark()
  const tiles = mapTiles()
  useEffect(() => {
    if (!container.current) return undefined
    const { current: frame } = container
    const map = openMap(frame, {
      title: t('entities.surveyResponses.place.map'),
      dark,
      center: [longitude, latitude],
      zoom: villageZoom,
      maxZoom: 18,
      fadeDuration: 0,
      // The wheel scrolls the page; the map has zoom buttons.
      scrollZoom: false,
    })
    // Tells screen readers and tests to wait. An error ends the wait too.
    frame.setAttribute('aria-busy', 'true')
    const markIdle = () => frame.removeAttribute('aria-busy')
    map.on('error', markIdle)
    map.addControl(new ScaleControl(), 'bottom-left')
    void map.once('load', () => {
      if (surveyId !== undefined) {
        addResponses(map, JSON.stringify({ surveyId: [surveyId] }))
        // The pin covers what is above its point.
        addLabels(map, { side: 'below' })
      }
      void map.once('idle', markIdle)
    })
    const marker = new Marker({ color: cssColour('--ant-color-primary') })
      .setLngLat([longitude, latitude])
      .addTo(map)
    // Hidden from screen readers, because the text below the map has the coordinates.
    marker.getElement().setAttribute('aria-hidden', 'true')
    marker.getElement().removeAttribute('tabindex')
    return () => map.remove()
  }, [dark, latitude, longitude, surveyId])
  return (
    <>
      <div ref={container} className="place-map" />
      {tiles?.attribution && <p className="place-owed">{tiles.attribution}</p>}
      {surveyId !== undefined && <p className="place-owed">{t('entities.surveyResponses.place.nearby')}</p>}
    </>
  )
}
