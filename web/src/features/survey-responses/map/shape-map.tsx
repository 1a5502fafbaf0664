import type { Position } from '@baseline/contract/surveys/shapes.ts'
import { LngLatBounds, ScaleControl } from 'maplibre-gl'
import type { GeoJSONSource, Map as MapLibre, MapMouseEvent, MapTouchEvent } from 'maplibre-gl'
import { useEffect, useRef } from 'react'

import { t } from '#platform/i18n.ts'
import { useDark } from '#platform/scheme.ts'

import { cssColour, openMap } from './open-map.ts'
import { featuresOf, roundPosition } from './shape-features.ts'
import type { DrawnKind } from './shape-features.ts'

export interface ShapeMapProps {
  kind: DrawnKind
  points: readonly Position[]
  /** Centre of a map without points. */
  start?: Position | undefined
  /** Makes the points editable. */
  onChange?: (points: Position[]) => void
}

const source = 'shape'
const pointsLayer = 'shape-points'

/** Zoom level of a single point: about 2 km across. */
const villageZoom = 14

const boundsOf = ([first, ...others]: readonly Position[]): LngLatBounds | undefined =>
  first && others.reduce((bounds, point) => bounds.extend(point), new LngLatBounds(first, first))

const initialView = (points: readonly Position[], start: Position | undefined) => {
  const bounds = boundsOf(points)
  if (bounds) return { bounds, fitBoundsOptions: { padding: 32, maxZoom: villageZoom } }
  return start ? { center: start, zoom: villageZoom } : {}
}

const addLayers = (map: MapLibre, isEditable: boolean): void => {
  const colour = cssColour('--ant-color-primary')
  map.addSource(source, { type: 'geojson', data: { type: 'FeatureCollection', features: [] } })
  map.addLayer({
    id: 'shape-fill',
    type: 'fill',
    source,
    filter: ['==', ['geometry-type'], 'Polygon'],
    paint: { 'fill-color': colour, 'fill-opacity': 0.2 },
  })
  map.addLayer({
    id: 'shape-line',
    type: 'line',
    source,
    filter: ['!=', ['geometry-type'], 'Point'],
    paint: { 'line-color': colour, 'line-width': 2 },
  })
  map.addLayer({
    id: pointsLayer,
    type: 'circle',
    source,
    filter: ['==', ['geometry-type'], 'Point'],
    paint: {
      'circle-color': colour,
      'circle-radius': isEditable ? 7 : 4,
      'circle-stroke-color': cssColour('--ant-color-bg-container'),
      'circle-stroke-width': 2,
    },
  })
}

type PointerEvent = MapMouseEvent | MapTouchEvent

/** Adds a point with a click, and moves a point with the mouse or a finger. */
const makeEditable = (map: MapLibre, edit: (change: (points: readonly Position[]) => Position[]) => void) => {
  const positionOf = ({ lngLat }: PointerEvent): Position => roundPosition([lngLat.lng, lngLat.lat])
  const findPoint = ({ point }: PointerEvent): number | undefined => {
    const [feature] = map.queryRenderedFeatures(point, { layers: [pointsLayer] })
    const index: unknown = feature?.properties['index']
    return typeof index === 'number' ? index : undefined
  }
  map.on('click', (event) => {
    if (findPoint(event) === undefined) edit((points) => [...points, positionOf(event)])
  })
  const startDrag = (
    event: PointerEvent,
    moveEvent: 'mousemove' | 'touchmove',
    end: 'mouseup' | 'touchend',
  ) => {
    const index = findPoint(event)
    if (index === undefined) return
    // The map itself stays in place.
    event.preventDefault()
    const move = (moved: PointerEvent) => edit((points) => points.with(index, positionOf(moved)))
    map.on(moveEvent, move)
    void map.once(end, () => map.off(moveEvent, move))
  }
  map.on('mousedown', (event) => startDrag(event, 'mousemove', 'mouseup'))
  map.on('touchstart', (event) => startDrag(event, 'touchmove', 'touchend'))
  map.on('mouseenter', pointsLayer, () => (map.getCanvas().style.cursor = 'move'))
  map.on('mouseleave', pointsLayer, () => (map.getCanvas().style.cursor = 'crosshair'))
  map.getCanvas().style.cursor = 'crosshair'
}

/** Map of a point, a line or an area. Requires WebGL. */
export const ShapeMap = ({ kind, points, start, onChange }: ShapeMapProps) => {
  const container = useRef<HTMLDivElement>(null)
  const map = useRef<MapLibre>(undefined)
  const dark = useDark()
  const isEditable = onChange !== undefined
  /** Read by listeners of the map, which are added once. */
  const latest = useRef({ points, onChange, start })
  useEffect(() => {
    latest.current = { points, onChange, start }
  })
  useEffect(() => {
    if (!container.current) return undefined
    const { current: frame } = container
    const opened = openMap(frame, {
      title: t('entities.surveyResponses.place.pointsMap'),
      dark,
      maxZoom: 18,
      fadeDuration: 0,
      // The wheel scrolls the page; the map has zoom buttons.
      scrollZoom: false,
      ...initialView(latest.current.points, latest.current.start),
    })
    // Tells screen readers and tests to wait. An error ends the wait too.
    frame.setAttribute('aria-busy', 'true')
    const markIdle = () => frame.removeAttribute('aria-busy')
    opened.on('error', markIdle)
    opened.addControl(new ScaleControl(), 'bottom-left')
    void opened.once('load', () => {
      addLayers(opened, isEditable)
      void opened.getSource<GeoJSONSource>(source)?.setData(featuresOf(kind, latest.current.points))
      map.current = opened
      void opened.once('idle', markIdle)
    })
    if (isEditable)
      makeEditable(opened, (change) => {
        const changed = change(latest.current.points)
        latest.current.onChange?.(kind === 'location' ? changed.slice(-1) : changed)
      })
    return () => {
      map.current = undefined
      opened.remove()
    }
  }, [dark, isEditable, kind])
  useEffect(() => {
    const { current: opened } = map
    void opened?.getSource<GeoJSONSource>(source)?.setData(featuresOf(kind, points))
    // Typed points can be far from the visible part.
    const bounds = boundsOf(points)
    if (opened && points.some((point) => !opened.getBounds().contains(point)) && bounds)
      opened.fitBounds(bounds, { padding: 32, maxZoom: villageZoom, animate: false })
  }, [kind, points])
  return <div ref={container} className="shape-map" />
}
