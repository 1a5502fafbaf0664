import { responseStatuses } from '@baseline/contract/survey-responses/status.ts'
import type { ResponseStatus } from '@baseline/contract/survey-responses/status.ts'
import type { Map as MapLibre } from 'maplibre-gl'

import { responseShapes, shapeSide } from '#platform/ui/response-shapes.ts'

import { themeColour } from './open-map.ts'

import '#platform/ui/response-mark.css'

/** Prefix of the image names; the status follows. */
export const shapePrefix = 'response-'

/** Side length of an image in CSS pixels, including the edge around the shape. */
export const shapePx = 20
/** Pixel ratio of the images, which stay sharp when they are scaled up. */
const ratio = 3
const edge = 1.5

/** Returns the colour of a status from the stylesheet of the marks, in the current colour scheme. */
const readStatusColour = (status: ResponseStatus): string => {
  const probe = document.createElement('span')
  probe.className = `response-${status}`
  document.body.append(probe)
  const statusColour = getComputedStyle(probe).getPropertyValue('--response-color').trim()
  probe.remove()
  return statusColour
}

const drawShape = (status: ResponseStatus): ImageData | undefined => {
  const canvas = document.createElement('canvas')
  canvas.width = shapePx * ratio
  canvas.height = canvas.width
  const context = canvas.getContext('2d')
  if (!context) return undefined
  const scale = ((shapePx - 2 * edge) / shapeSide) * ratio
  context.translate(edge * ratio, edge * ratio)
  context.scale(scale, scale)
  const path = new Path2D(responseShapes[status])
  // The edge separates the shape from the background and from other shapes, and is visible in its gaps.
  context.strokeStyle = themeColour('color-bg-container')
  context.lineWidth = 2
  context.lineJoin = 'round'
  context.stroke(path)
  for (const [rule, paint] of [
    ['nonzero', themeColour('color-bg-container')],
    ['evenodd', readStatusColour(status)],
  ] as const) {
    context.save()
    context.clip(path, rule)
    context.fillStyle = paint
    context.fillRect(0, 0, shapeSide, shapeSide)
    context.restore()
  }
  return context.getImageData(0, 0, canvas.width, canvas.height)
}

/** Adds the shapes of all statuses to the map, in the current colour scheme. */
export const addShapes = (map: MapLibre): void => {
  for (const status of responseStatuses) {
    const name = `${shapePrefix}${status}`
    const image = map.hasImage(name) ? undefined : drawShape(status)
    if (image) map.addImage(name, image, { pixelRatio: ratio })
  }
}
