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
    id: 'shape-points',
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

/** Distance at which the mouse or a finger takes hold of a point. */
const grabPx = 14

interface Editor {
  read: () => readonly Position[]
  write: (points: readonly Position[]) => void
}

/** Adds a point with a click, and moves a point with the mouse or a finger. */
const makeEditable = (map: MapLibre, { read, write }: Editor): void => {
  const positionOf = ({ lngLat }: PointerEvent): Position => roundPosition([lngLat.lng, lngLat.lat])
  /** Returns the index of the point at the pointer, or -1. */
  const findPoint = ({ point }: PointerEvent): number =>
    read().findLastIndex((position) => map.project(position).dist(point) <= grabPx)
  const showCursor = (cursor: string) => {
    map.getCanvas().style.cursor = cursor
  }
  map.on('click', (event) => {
    if (findPoint(event) < 0) write([...read(), positionOf(event)])
  })
  map.on('mousemove', (event) => showCursor(findPoint(event) < 0 ? 'crosshair' : 'move'))
  const startDrag = (
    event: PointerEvent,
    moveEvent: 'mousemove' | 'touchmove',
    end: 'mouseup' | 'touchend',
  ) => {
    const index = findPoint(event)
    if (index < 0) return
    // The map itself stays in place.
    event.preventDefault()
    const move = (moved: PointerEvent) => write(read().with(index, positionOf(moved)))
    map.on(moveEvent, move)
    void map.once(end, () => map.off(moveEvent, move))
  }
  map.on('mousedown', (event) => startDrag(event, 'mousemove', 'mouseup'))
  map.on('touchstart', (event) => startDrag(event, 'touchmove', 'touchend'))
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
      makeEditable(opened, {
        read: () => latest.current.points,
        write: (changed) => latest.current.onChange?.(kind === 'location' ? changed.slice(-1) : [...changed]),
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
