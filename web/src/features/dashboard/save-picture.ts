import { saveFile, timedName } from '#platform/save-file.ts'
import { formatInstant } from '#platform/time.ts'

import { placesOf, wrapText } from './wrap-text.ts'
import type { WidthOf } from './wrap-text.ts'

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

const margin = 16
const pixelRatio = 2

/** Legend entry: the class of the marks in the drawing, and their meaning. */
export interface LegendEntry {
  mark: string
  text: string
}

interface PictureTexts {
  title: string
  subtitle: string
  legend: readonly LegendEntry[]
}

const copyStyles = (from: Element, to: Element): void => {
  const computed = getComputedStyle(from)
  for (const name of styles) to.setAttribute(name, computed.getPropertyValue(name))
  to.removeAttribute('class')
  for (const [index, child] of [...from.children].entries()) {
    const copy = to.children[index]
    if (copy) copyStyles(child, copy)
  }
}

const createElement = (name: string, attributes: Record<string, string | number>, text = ''): SVGElement => {
  const svgElement = document.createElementNS(svg, name)
  for (const [key, value] of Object.entries(attributes)) svgElement.setAttribute(key, String(value))
  svgElement.textContent = text
  return svgElement
}

interface TextStyle {
  fill: string
  'font-family': string
}

/** Returns a function that measures text on a canvas, because widths differ between scripts and fonts. */
const widthIn = (size: number, weight: number, { 'font-family': family }: TextStyle): WidthOf => {
  const context = document.createElement('canvas').getContext('2d')
  if (!context) throw new Error('no 2D canvas context')
  context.font = `${String(weight)} ${String(size)}px ${family}`
  return (text) => context.measureText(text).width
}

/** Draws a legend sample in the style of its bar or line. */
const sampleOf = (drawing: SVGSVGElement, mark: string, x: number, y: number): SVGElement => {
  const sample = createElement('path', { d: `M${String(x)} ${String(y)}h14`, 'stroke-width': 10 })
  const markElement = drawing.querySelector(`.${mark}`)
  if (!markElement) return sample
  const { fill, fillOpacity, stroke, strokeWidth, strokeDasharray } = getComputedStyle(markElement)
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
const headOf = (drawing: SVGSVGElement, { title, subtitle, legend }: PictureTexts, textStyle: TextStyle) => {
  const { width } = drawing.viewBox.baseVal
  let height = margin
  const paragraph = (text: string, size: number, weight: number) =>
    wrapText(text, width, widthIn(size, weight, textStyle)).map((line) => {
      height += size + 6
      return createElement(
        'text',
        { ...textStyle, y: height - 6, 'font-size': size, 'font-weight': weight },
        line,
      )
    })
  const texts = [...paragraph(title, 16, 600), ...paragraph(subtitle, 12, 400)]
  const widthOf = widthIn(12, 400, textStyle)
  const places = placesOf(
    legend.map(({ text }) => widthOf(text) + 36),
    width,
  )
  const keys = legend.flatMap(({ mark, text }, index) => {
    const { x = 0, row = 0 } = places[index] ?? {}
    const y = height + 14 + row * 18
    return [
      sampleOf(drawing, mark, x, y - 4),
      createElement('text', { ...textStyle, x: x + 20, y, 'font-size': 12 }, text),
    ]
  })
  height += ((places.at(-1)?.row ?? -1) + 1) * 18 + 8
  const group = createElement('g', { transform: `translate(0 ${String(-height)})` })
  group.append(...texts, ...keys)
  return { group, height }
}

/**
 * Builds the picture: the drawing with inline styles on the background of the panel, with title and legend.
 */
const pictureOf = (drawing: SVGSVGElement, texts: PictureTexts): SVGElement => {
  const { width, height } = drawing.viewBox.baseVal
  const body = getComputedStyle(drawing.closest('.panel') ?? document.body)
  const head = headOf(drawing, texts, { fill: body.color, 'font-family': body.fontFamily })
  const copy = createElement('svg', {})
  copy.append(...[...drawing.children].map((child) => child.cloneNode(true)))
  copyStyles(drawing, copy)
  // The highlight of the selected bar means nothing in a picture.
  for (const highlight of copy.querySelectorAll('[data-chosen]')) highlight.remove()
  const [fullWidth, fullHeight] = [width + 2 * margin, height + head.height + margin]
  copy.setAttribute(
    'viewBox',
    `${String(-margin)} ${String(-head.height)} ${String(fullWidth)} ${String(fullHeight)}`,
  )
  copy.setAttribute('width', String(fullWidth * pixelRatio))
  copy.setAttribute('height', String(fullHeight * pixelRatio))
  copy.prepend(
    createElement('rect', {
      x: -margin,
      y: -head.height,
      width: fullWidth,
      height: fullHeight,
      fill: body.backgroundColor,
    }),
    head.group,
  )
  return copy
}

const renderImage = async (picture: SVGElement): Promise<HTMLImageElement> => {
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
  texts: PictureTexts & { fileName: string },
): Promise<void> => {
  const image = await renderImage(pictureOf(drawing, texts))
  const canvas = document.createElement('canvas')
  ;[canvas.width, canvas.height] = [image.width, image.height]
  canvas.getContext('2d')?.drawImage(image, 0, 0)
  const file = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!file) throw new Error('the canvas returned no PNG data')
  saveFile(file, `${timedName(texts.fileName, formatInstant(new Date().toISOString()))}.png`)
}
