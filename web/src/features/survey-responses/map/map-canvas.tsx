import { tileLayers } from '@baseline/contract/survey-responses/contract.ts'
import type { CellProperties } from '@baseline/contract/survey-responses/contract.ts'
import type { MapColour } from '@baseline/contract/survey-responses/map-colours.ts'
import { Popup, ScaleControl } from 'maplibre-gl'
import type { GeoJSONFeature, Map as MapLibre, Point, VectorTileSource } from 'maplibre-gl'
import { useCallback, useEffect, useImperativeHandle, useRef, useState } from 'react'
import type { Ref } from 'react'
import { createPortal, flushSync } from 'react-dom'

import { t } from '#platform/i18n.ts'
import { mapTiles } from '#platform/map-tiles.ts'
import { useDark } from '#platform/scheme.ts'
import { LoadingSign } from '#platform/ui/loading-panel.tsx'

import { boundsOf } from './bounds.ts'
import { CellSummary } from './cell-summary.tsx'
import { colourResponses } from './colour-responses.ts'
import type { Locality } from './localities.ts'
import { addLabels } from './map-labels.ts'
import { openMap } from './open-map.ts'
import { readLocalities } from './read-localities.ts'
import { addResponses, layers, replaceResponses, source, tilesOf } from './response-layer.ts'
import type { MapFilter } from './response-layer.ts'

/** The visible part of the map. */
export interface VisibleMap {
  cells: CellProperties[]
  /**
   * Maximum number of responses drawn per tile; 0 if the query takes too long, undefined if all are drawn.
   */
  maxPerTile: number | undefined
  localities: Locality[]
}

/** Actions of the map that its parent can call. */
export interface MapHandle {
  showAll: () => void
  reload: () => void
}

interface MapCanvasProps {
  filter: MapFilter
  colour: MapColour
  /** The value from the last `onVisibleChange`. */
  maxPerTile: number | undefined
  onVisibleChange: (visibleMap: VisibleMap) => void
  onOpen: (cell: CellProperties) => void
  /** Called with true if a tile could not be loaded, and with false after a refresh without errors. */
  onFailed: (hasFailed: boolean) => void
  ref: Ref<MapHandle>
}

/** Two properties are enough to check, because the server writes all of them or none. */
const isCell = (properties: object): properties is CellProperties => 'n' in properties && 'cell' in properties

const cellsOf = (features: readonly GeoJSONFeature[]): CellProperties[] =>
  features.flatMap(({ properties }) => (isCell(properties) ? [properties] : []))

const distinctCells = (cells: readonly CellProperties[]): CellProperties[] => [
  ...new Map(cells.map((cell) => [cell.cell, cell])).values(),
]

const readVisible = (map: MapLibre): VisibleMap => {
  const limits = map
    .querySourceFeatures(source, { sourceLayer: tileLayers.capped })
    .map(({ properties }) => Number(properties['limit']))
  return {
    cells: distinctCells(cellsOf(map.queryRenderedFeatures({ layers }))),
    localities: readLocalities(map),
    maxPerTile: limits.length > 0 ? Math.min(...limits) : undefined,
  }
}

/** Tolerance around the pointer: circles are smaller than a fingertip. */
const tolerancePx = 8

const findNearest = (map: MapLibre, { x, y }: Point) => {
  const box: [[number, number], [number, number]] = [
    [x - tolerancePx, y - tolerancePx],
    [x + tolerancePx, y + tolerancePx],
  ]
  const candidates = map.queryRenderedFeatures(box, { layers }).flatMap(({ geometry, properties }) => {
    if (geometry.type !== 'Point' || !isCell(properties)) return []
    const [lng = 0, lat = 0] = geometry.coordinates
    const position = map.project([lng, lat])
    return [{ cell: properties, lng, lat, distance: Math.hypot(position.x - x, position.y - y) }]
  })
  return candidates.toSorted((one, other) => one.distance - other.distance)[0]
}

interface Camera {
  center: [number, number]
  zoom: number
}

/** Maximum number of steps of `fit`. Each step loads finer cells; a single place is found after a few. */
const maxFitSteps = 4

/** Zooms to the bounds of the responses, and repeats while finer cells give more exact bounds. */
const fit = (map: MapLibre, onDone: () => void, step = 0): void => {
  const bounds = boundsOf(cellsOf(map.querySourceFeatures(source, { sourceLayer: tileLayers.responses })))
  const before = map.getZoom()
  if (bounds) map.fitBounds(bounds, { padding: 48, maxZoom: 13, animate: false })
  if (!bounds || step >= maxFitSteps || Math.abs(map.getZoom() - before) < 0.2) onDone()
  else void map.once('idle', () => fit(map, onDone, step + 1))
}

const world: Camera = { center: [0, 20], zoom: 0 }

const showAll = (map: MapLibre): void => {
  map.jumpTo(world)
  void map.once('idle', () => fit(map, () => undefined))
}

/** Interval of the refresh while the map stays open. Drawn tiles stay until the new ones arrive. */
const refreshMs = 60_000

/** The last camera for each filter, restored when the user returns from a response or a list. */
const cameras = new Map<string, Camera>()

/** Map of the places where responses were taken. Requires WebGL. */
export const MapCanvas = ({
  filter,
  colour,
  maxPerTile,
  onVisibleChange,
  onOpen,
  onFailed,
  ref,
}: MapCanvasProps) => {
  const container = useRef<HTMLDivElement>(null)
  const map = useRef<MapLibre>(null)
  const [hoveredCell, setHoveredCell] = useState<CellProperties>()
  const [popupContent] = useState(() => document.createElement('div'))
  const dark = useDark()
  const tiles = mapTiles()
  const key = JSON.stringify(filter)
  const [isLoading, setLoading] = useState(true)
  const hasFailed = useRef(false)
  const latest = useRef({ key, colour, onVisibleChange, onOpen, onFailed })
  useEffect(() => {
    latest.current = { key, colour, onVisibleChange, onOpen, onFailed }
  })

  const retry = useCallback((openedMap: MapLibre): void => {
    hasFailed.current = false
    replaceResponses(openedMap, latest.current.key)
    colourResponses(openedMap, latest.current.colour)
  }, [])

  useEffect(() => {
    const { current: frame } = container
    if (!frame) return undefined
    const savedCamera = cameras.get(latest.current.key)
    const openedMap = openMap(frame, {
      title: t('entities.surveyResponses.map.title'),
      dark,
      ...(savedCamera ?? world),
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
    map.current = openedMap
    // The scale is the only indication of distances between villages.
    openedMap.addControl(new ScaleControl(), 'bottom-left')
    frame.setAttribute('aria-busy', 'true')
    const onReady = () => {
      frame.removeAttribute('aria-busy')
      setLoading(false)
      latest.current.onVisibleChange(readVisible(openedMap))
      openedMap.on('idle', () => latest.current.onVisibleChange(readVisible(openedMap)))
      openedMap.on('moveend', () => {
        const { lng, lat } = openedMap.getCenter()
        cameras.set(latest.current.key, { center: [lng, lat], zoom: openedMap.getZoom() })
      })
    }
    void openedMap.once('load', () => {
      addResponses(openedMap, latest.current.key)
      colourResponses(openedMap, latest.current.colour)
      addLabels(openedMap, { side: 'above' })
      void openedMap.once('idle', () => (savedCamera ? onReady() : fit(openedMap, onReady)))
    })
    openedMap.on('dataloading', () => setLoading(true))
    // `fit` waits for idle between its steps; loading ends after the last one.
    openedMap.on('idle', () => {
      if (!frame.hasAttribute('aria-busy')) setLoading(false)
    })
    openedMap.on('error', (event) => {
      if (!('sourceId' in event) || event.sourceId !== source) return
      hasFailed.current = true
      latest.current.onFailed(true)
    })
    const popup = new Popup({ closeButton: false, closeOnClick: false, offset: 12, maxWidth: '280px' })
    popupContent.setAttribute('role', 'tooltip')
    popup.setDOMContent(popupContent)
    openedMap.on('mousemove', ({ point }) => {
      const target = findNearest(openedMap, point)
      openedMap.getCanvas().style.cursor = target ? 'pointer' : ''
      // Renders synchronously, because the popup chooses its side by the size of its content.
      flushSync(() => setHoveredCell(target?.cell))
      if (target) popup.setLngLat(target).addTo(openedMap)
      else popup.remove()
    })
    openedMap.on('mouseout', () => popup.remove())
    openedMap.on('click', ({ point }) => {
      const target = findNearest(openedMap, point)
      if (target) latest.current.onOpen(target.cell)
    })
    const refreshTimer = setInterval(() => {
      if (document.hidden || !openedMap.getSource(source)) return
      if (hasFailed.current) retry(openedMap)
      else openedMap.refreshTiles(source)
      void openedMap.once('idle', () => latest.current.onFailed(hasFailed.current))
    }, refreshMs)
    return () => {
      clearInterval(refreshTimer)
      map.current = null
      openedMap.remove()
    }
  }, [dark, popupContent, retry])

  // Keeps the camera when the filter changes, unless no response is visible then.
  useEffect(() => {
    const { current: openedMap } = map
    const responses = openedMap?.getSource<VectorTileSource>(source)
    if (!openedMap || !responses) return
    if (hasFailed.current) retry(openedMap)
    else responses.setTiles(tilesOf(key))
    void openedMap.once('idle', () => {
      latest.current.onFailed(hasFailed.current)
      if (readVisible(openedMap).cells.length === 0) showAll(openedMap)
    })
  }, [key, retry])

  useEffect(() => {
    const { current: openedMap } = map
    if (openedMap?.getSource(source)) colourResponses(openedMap, colour)
  }, [colour])

  useImperativeHandle(ref, () => ({
    showAll: () => map.current && showAll(map.current),
    reload: () => map.current && retry(map.current),
  }))

  return (
    <>
      <div className="responses-map-frame">
        <div ref={container} className="responses-map-canvas" />
        {isLoading && <LoadingSign>{t('entities.surveyResponses.map.loading')}</LoadingSign>}
      </div>
      {hoveredCell &&
        createPortal(<CellSummary cell={hoveredCell} isComplete={maxPerTile === undefined} />, popupContent)}
      {tiles?.attribution && <p className="place-owed">{tiles.attribution}</p>}
    </>
  )
}
