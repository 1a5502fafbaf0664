import { statusMarks } from '@baseline/contract/survey-responses/status-marks.ts'
import { responseStatuses } from '@baseline/contract/survey-responses/status.ts'
import type { ResponseStatus } from '@baseline/contract/survey-responses/status.ts'
import type { Map as MapLibre } from 'maplibre-gl'

import { shapeSide } from '#platform/ui/mark.tsx'

import { cssColour } from './open-map.ts'

/** Prefix of the image names; the status follows. */
export const shapePrefix = 'response-'

/** Side length of an image in CSS pixels, including the edge around the shape. */
export const shapePx = 20
/** Pixel ratio of the images, which stay sharp when they are scaled up. */
const ratio = 3
const edge = 1.5

const drawShape = (status: ResponseStatus): ImageData | undefined => {
  const canvas = document.createElement('canvas')
  canvas.width = shapePx * ratio
  canvas.height = canvas.width
  const context = canvas.getContext('2d')
  if (!context) return undefined
  const scale = ((shapePx - 2 * edge) / shapeSide) * ratio
  context.translate(edge * ratio, edge * ratio)
  context.scale(scale, scale)
  const { shape, tone } = statusMarks[status]
  const path = new Path2D(shape)
  // The edge separates the shape from the background and from other shapes, and is visible in its gaps.
  context.strokeStyle = cssColour('--ant-color-bg-container')
  context.lineWidth = 2
  context.lineJoin = 'round'
  context.stroke(path)
  for (const [rule, paint] of [
    ['nonzero', cssColour('--ant-color-bg-container')],
    ['evenodd', cssColour(`--tone-${tone}`)],
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
