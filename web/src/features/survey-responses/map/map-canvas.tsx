import { tileLayers } from '@baseline/contract/survey-responses/contract.ts'
import type { CellProperties } from '@baseline/contract/survey-responses/contract.ts'
import { Popup, ScaleControl } from 'maplibre-gl'
import type { GeoJSONFeature, Map as MapLibre, Point, VectorTileSource } from 'maplibre-gl'
import { useCallback, useEffect, useImperativeHandle, useRef, useState } from 'react'
import type { Ref } from 'react'
import { createPortal, flushSync } from 'react-dom'

import { t } from '#platform/i18n.ts'
import type { MapColour } from '#platform/map-colours.ts'
import { mapTiles } from '#platform/map-tiles.ts'
import { useDark } from '#platform/scheme.ts'
import { LoadingSign } from '#platform/ui/loading-panel.tsx'

import { boundsOf } from './bounds.ts'
import { CellWords } from './cell-words.tsx'
import { colourResponses } from './colour-responses.ts'
import type { Locality } from './localities.ts'
import { addLabels } from './map-labels.ts'
import { openMap } from './open-map.ts'
import { localitiesOn } from './read-localities.ts'
import { addResponses, layers, replaceResponses, source, tilesOf } from './response-layer.ts'
import type { MapFilter } from './response-layer.ts'

/** The visible part of the map. */
export interface Seen {
  cells: CellProperties[]
  /**
   * Maximum number of responses drawn per tile; 0 if the query takes too long, undefined if all are drawn.
   */
  capped: number | undefined
  localities: Locality[]
}

/** Actions of the map that its parent can call. */
export interface MapHandle {
  showAll: () => void
  reload: () => void
}

interface MapCanvasProps {
  filter: MapFilter
  shown: MapColour
  /** The value from the last `onSeen`. */
  capped: number | undefined
  onSeen: (seen: Seen) => void
  onOpen: (cell: CellProperties) => void
  /** Called with true if a tile could not be loaded, and with false after a refresh without errors. */
  onFailed: (failed: boolean) => void
  ref: Ref<MapHandle>
}

/** Two properties are enough to check, because the server writes all of them or none. */
const isCell = (properties: object): properties is CellProperties => 'n' in properties && 'cell' in properties

const cellsOf = (features: readonly GeoJSONFeature[]): CellProperties[] =>
  features.flatMap(({ properties }) => (isCell(properties) ? [properties] : []))

const once = (cells: readonly CellProperties[]): CellProperties[] => [
  ...new Map(cells.map((cell) => [cell.cell, cell])).values(),
]

const seenOn = (map: MapLibre): Seen => {
  const limits = map
    .querySourceFeatures(source, { sourceLayer: tileLayers.capped })
    .map(({ properties }) => Number(properties['limit']))
  return {
    cells: once(cellsOf(map.queryRenderedFeatures({ layers }))),
    localities: localitiesOn(map),
    capped: limits.length > 0 ? Math.min(...limits) : undefined,
  }
}

/** Tolerance around the pointer: circles are smaller than a fingertip. */
const reachPx = 8

const nearest = (map: MapLibre, { x, y }: Point) => {
  const around: [[number, number], [number, number]] = [
    [x - reachPx, y - reachPx],
    [x + reachPx, y + reachPx],
  ]
  const found = map.queryRenderedFeatures(around, { layers }).flatMap(({ geometry, properties }) => {
    if (geometry.type !== 'Point' || !isCell(properties)) return []
    const [lng = 0, lat = 0] = geometry.coordinates
    const at = map.project([lng, lat])
    return [{ cell: properties, lng, lat, far: Math.hypot(at.x - x, at.y - y) }]
  })
  return found.toSorted((one, other) => one.far - other.far)[0]
}

interface Camera {
  center: [number, number]
  zoom: number
}

/** Maximum number of steps of `fit`. Each step loads finer cells; a single place is found after a few. */
const mostLooks = 4

/** Zooms to the bounds of the responses, and repeats while finer cells give more exact bounds. */
const fit = (map: MapLibre, done: () => void, looks = 0): void => {
  const bounds = boundsOf(cellsOf(map.querySourceFeatures(source, { sourceLayer: tileLayers.responses })))
  const before = map.getZoom()
  if (bounds) map.fitBounds(bounds, { padding: 48, maxZoom: 13, animate: false })
  if (!bounds || looks >= mostLooks || Math.abs(map.getZoom() - before) < 0.2) done()
  else void map.once('idle', () => fit(map, done, looks + 1))
}

const world: Camera = { center: [0, 20], zoom: 0 }

const showAll = (map: MapLibre): void => {
  map.jumpTo(world)
  void map.once('idle', () => fit(map, () => undefined))
}

/** Interval of the refresh while the map stays open. Drawn tiles stay until the new ones arrive. */
const renewMs = 60_000

/** The last camera for each filter, restored when the user returns from a response or a list. */
const cameras = new Map<string, Camera>()

/** Map of the places where responses were taken. Requires WebGL. */
export const MapCanvas = ({ filter, shown, capped, onSeen, onOpen, onFailed, ref }: MapCanvasProps) => {
  const holder = useRef<HTMLDivElement>(null)
  const map = useRef<MapLibre>(null)
  const [pointed, setPointed] = useState<CellProperties>()
  const [bubble] = useState(() => document.createElement('div'))
  const dark = useDark()
  const tiles = mapTiles()
  const key = JSON.stringify(filter)
  const [isLoading, setLoading] = useState(true)
  const hasFailed = useRef(false)
  const latest = useRef({ key, shown, onSeen, onOpen, onFailed })
  useEffect(() => {
    latest.current = { key, shown, onSeen, onOpen, onFailed }
  })

  const retry = useCallback((opened: MapLibre): void => {
    hasFailed.current = false
    replaceResponses(opened, latest.current.key)
    colourResponses(opened, latest.current.shown)
  }, [])

  useEffect(() => {
    const { current: frame } = holder
    if (!frame) return undefined
    const known = cameras.get(latest.current.key)
    const opened = openMap(frame, {
      title: t('entities.surveyResponses.map.title'),
      dark,
      ...(known ?? world),
      maxZoom: 18,
      renderWorldCopies: false,
      fadeDuration: 0,
      // A tile can have thousands of cells, so only a few tiles outside the view are cached.
      maxTileCacheSize: 12,
      // One finger or the wheel scrolls the page; two fingers, or the wheel with Ctrl, move the map.
      cooperativeGestures: true,
      locale: {
        'CooperativeGesturesHandler.WindowsHelpText': t('entities.surveyResponses.map.gestures.wheel'),
        'CooperativeGesturesHandler.MacHelpText': t('entities.surveyResponses.map.gestures.wheelMac'),
        'CooperativeGesturesHandler.MobileHelpText': t('entities.surveyResponses.map.gestures.fingers'),
      },
    })
    map.current = opened
    // The scale is the only indication of distances between villages.
    opened.addControl(new ScaleControl(), 'bottom-left')
    frame.setAttribute('aria-busy', 'true')
    const ready = () => {
      frame.removeAttribute('aria-busy')
      setLoading(false)
      latest.current.onSeen(seenOn(opened))
      opened.on('idle', () => latest.current.onSeen(seenOn(opened)))
      opened.on('moveend', () => {
        const { lng, lat } = opened.getCenter()
        cameras.set(latest.current.key, { center: [lng, lat], zoom: opened.getZoom() })
      })
    }
    void opened.once('load', () => {
      addResponses(opened, latest.current.key)
      colourResponses(opened, latest.current.shown)
      addLabels(opened, { side: 'above' })
      void opened.once('idle', () => (known ? ready() : fit(opened, ready)))
    })
    opened.on('dataloading', () => setLoading(true))
    // `fit` waits for idle between its steps; loading ends after the last one.
    opened.on('idle', () => {
      if (!frame.hasAttribute('aria-busy')) setLoading(false)
    })
    opened.on('error', (event) => {
      if (!('sourceId' in event) || event.sourceId !== source) return
      hasFailed.current = true
      latest.current.onFailed(true)
    })
    const popup = new Popup({ closeButton: false, closeOnClick: false, offset: 12, maxWidth: '280px' })
    popup.setDOMContent(bubble)
    opened.on('mousemove', ({ point }) => {
      const found = nearest(opened, point)
      opened.getCanvas().style.cursor = found ? 'pointer' : ''
      // Renders synchronously, because the popup chooses its side by the size of its content.
      flushSync(() => setPointed(found?.cell))
      if (found) popup.setLngLat(found).addTo(opened)
      else popup.remove()
    })
    opened.on('mouseout', () => popup.remove())
    opened.on('click', ({ point }) => {
      const found = nearest(opened, point)
      if (found) latest.current.onOpen(found.cell)
    })
    const renewing = setInterval(() => {
      if (document.hidden || !opened.getSource(source)) return
      if (hasFailed.current) retry(opened)
      else opened.refreshTiles(source)
      void opened.once('idle', () => latest.current.onFailed(hasFailed.current))
    }, renewMs)
    return () => {
      clearInterval(renewing)
      map.current = null
      opened.remove()
    }
  }, [dark, bubble, retry])

  // Keeps the camera when the filter changes, unless no response is visible then.
  useEffect(() => {
    const { current: opened } = map
    const responses = opened?.getSource<VectorTileSource>(source)
    if (!opened || !responses) return
    if (hasFailed.current) retry(opened)
    else responses.setTiles(tilesOf(key))
    void opened.once('idle', () => {
      latest.current.onFailed(hasFailed.current)
      if (seenOn(opened).cells.length === 0) showAll(opened)
    })
  }, [key, retry])

  useEffect(() => {
    const { current: opened } = map
    if (opened?.getSource(source)) colourResponses(opened, shown)
  }, [shown])

  useImperativeHandle(ref, () => ({
    showAll: () => map.current && showAll(map.current),
    reload: () => map.current && retry(map.current),
  }))

  return (
    <>
      <div className="responses-map-frame">
        <div ref={holder} className="responses-map-canvas" />
        {isLoading && <LoadingSign>{t('entities.surveyResponses.map.loading')}</LoadingSign>}
      </div>
      {pointed && createPortal(<CellWords cell={pointed} isAll={capped === undefined} />, bubble)}
      {tiles?.attribution && <p className="place-owed">{tiles.attribution}</p>}
    </>
  )
}
