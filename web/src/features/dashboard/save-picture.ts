import { saveFile, timedName } from '#platform/save-file.ts'
import { formatInstant } from '#platform/time.ts'

import { linesOf, placesOf } from './picture-words.ts'
import type { WidthOf } from './picture-words.ts'

const svg = 'http://www.w3.org/2000/svg'

/** Computed styles to copy into the picture, which has no stylesheet. */
const styles = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'opacity',
  'font-family',
  'font-size',
] as const

const side = 16
const sharpness = 2

/** Legend entry: the class of the marks in the drawing, and their meaning. */
export interface Key {
  mark: string
  text: string
}

interface Words {
  title: string
  subtitle: string
  legend: readonly Key[]
}

const copyStyles = (from: Element, to: Element): void => {
  const computed = getComputedStyle(from)
  for (const name of styles) to.setAttribute(name, computed.getPropertyValue(name))
  to.removeAttribute('class')
  for (const [index, child] of [...from.children].entries()) {
    const copied = to.children[index]
    if (copied) copyStyles(child, copied)
  }
}

const element = (name: string, attributes: Record<string, string | number>, text = ''): SVGElement => {
  const made = document.createElementNS(svg, name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value))
  made.textContent = text
  return made
}

interface Ink {
  fill: string
  'font-family': string
}

/** Measures text on a canvas, because widths differ between scripts and fonts. */
const widthIn = (size: number, weight: number, { 'font-family': family }: Ink): WidthOf => {
  const context = document.createElement('canvas').getContext('2d')
  if (!context) throw new Error('no 2D canvas context')
  context.font = `${String(weight)} ${String(size)}px ${family}`
  return (text) => context.measureText(text).width
}

/** Draws a legend sample in the style of its bar or line. */
const sampleOf = (drawing: SVGSVGElement, mark: string, x: number, y: number): SVGElement => {
  const sample = element('path', { d: `M${String(x)} ${String(y)}h14`, 'stroke-width': 10 })
  const found = drawing.querySelector(`.${mark}`)
  if (!found) return sample
  const { fill, fillOpacity, stroke, strokeWidth, strokeDasharray } = getComputedStyle(found)
  const isLine = fill === 'none'
  sample.setAttribute('stroke', isLine ? stroke : fill)
  sample.setAttribute('stroke-opacity', isLine ? '1' : fillOpacity)
  if (isLine) {
    sample.setAttribute('stroke-width', strokeWidth)
    sample.setAttribute('stroke-dasharray', strokeDasharray)
  }
  return sample
}

/** Builds the header of the picture: title, subtitle and legend, in as many lines as they need. */
const headOf = (drawing: SVGSVGElement, { title, subtitle, legend }: Words, ink: Ink) => {
  const { width } = drawing.viewBox.baseVal
  let height = side
  const paragraph = (text: string, size: number, weight: number) =>
    linesOf(text, width, widthIn(size, weight, ink)).map((line) => {
      height += size + 6
      return element('text', { ...ink, y: height - 6, 'font-size': size, 'font-weight': weight }, line)
    })
  const words = [...paragraph(title, 16, 600), ...paragraph(subtitle, 12, 400)]
  const widthOf = widthIn(12, 400, ink)
  const places = placesOf(
    legend.map(({ text }) => widthOf(text) + 36),
    width,
  )
  const keys = legend.flatMap(({ mark, text }, index) => {
    const { x = 0, row = 0 } = places[index] ?? {}
    const y = height + 14 + row * 18
    return [
      sampleOf(drawing, mark, x, y - 4),
      element('text', { ...ink, x: x + 20, y, 'font-size': 12 }, text),
    ]
  })
  height += ((places.at(-1)?.row ?? -1) + 1) * 18 + 8
  const group = element('g', { transform: `translate(0 ${String(-height)})` })
  group.append(...words, ...keys)
  return { group, height }
}

/**
 * Builds the picture: the drawing with inline styles on the background of the panel, with title and legend.
 */
const pictureOf = (drawing: SVGSVGElement, words: Words): SVGElement => {
  const { width, height } = drawing.viewBox.baseVal
  const body = getComputedStyle(drawing.closest('.panel') ?? document.body)
  const head = headOf(drawing, words, { fill: body.color, 'font-family': body.fontFamily })
  const copy = element('svg', {})
  copy.append(...[...drawing.children].map((child) => child.cloneNode(true)))
  copyStyles(drawing, copy)
  // The highlight of the selected bar means nothing in a picture.
  for (const chosen of copy.querySelectorAll('[data-chosen]')) chosen.remove()
  const [wide, high] = [width + 2 * side, height + head.height + side]
  copy.setAttribute('viewBox', `${String(-side)} ${String(-head.height)} ${String(wide)} ${String(high)}`)
  copy.setAttribute('width', String(wide * sharpness))
  copy.setAttribute('height', String(high * sharpness))
  copy.prepend(
    element('rect', { x: -side, y: -head.height, width: wide, height: high, fill: body.backgroundColor }),
    head.group,
  )
  return copy
}

const drawn = async (picture: SVGElement): Promise<HTMLImageElement> => {
  const image = new Image()
  const address = URL.createObjectURL(
    new Blob([new XMLSerializer().serializeToString(picture)], { type: 'image/svg+xml' }),
  )
  image.src = address
  await image.decode().finally(() => URL.revokeObjectURL(address))
  return image
}

/** Saves the drawing as a PNG, which works in any document or chat. */
export const savePicture = async (
  drawing: SVGSVGElement,
  words: Words & { fileName: string },
): Promise<void> => {
  const image = await drawn(pictureOf(drawing, words))
  const canvas = document.createElement('canvas')
  ;[canvas.width, canvas.height] = [image.width, image.height]
  canvas.getContext('2d')?.drawImage(image, 0, 0)
  const file = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!file) throw new Error('the canvas returned no PNG data')
  saveFile(file, `${timedName(words.fileName, formatInstant(new Date().toISOString()))}.png`)
}
