import { saveFile, timedName } from '#platform/save-file.ts'
import { formatInstant } from '#platform/time.ts'

const svg = 'http://www.w3.org/2000/svg'

/** All that the stylesheets of the page say about a drawing: the picture has none of them. */
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

const headRoom = 60
const side = 16
const sharpness = 2

/** One kind of mark in a drawing: the class that those marks have, and what they mean. */
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

const letterPx = 6.5

/** What the marks mean, one after the other, at the end of the line of words. */
const legendOf = (drawing: SVGSVGElement, legend: readonly Key[], words: Record<string, string | number>) => {
  let x = drawing.viewBox.baseVal.width
  return legend.toReversed().flatMap(({ mark, text }) => {
    x -= text.length * letterPx + 40
    const found = drawing.querySelector(`.${mark}`)
    const sample = element('path', { d: `M${String(x)} -16h14`, 'stroke-width': 10 })
    if (found) {
      const { fill, fillOpacity, stroke, strokeWidth, strokeDasharray } = getComputedStyle(found)
      const isLine = fill === 'none'
      sample.setAttribute('stroke', isLine ? stroke : fill)
      sample.setAttribute('stroke-opacity', isLine ? '1' : fillOpacity)
      if (isLine) {
        sample.setAttribute('stroke-width', strokeWidth)
        sample.setAttribute('stroke-dasharray', strokeDasharray)
      }
    }
    return [sample, element('text', { ...words, x: x + 20, y: -12, 'font-size': 12 }, text)]
  })
}

/** The drawing with its colours, on the ground of the page, and with the words that stand around it there. */
const pictureOf = (drawing: SVGSVGElement, { title, subtitle, legend }: Words): SVGElement => {
  const { width, height } = drawing.viewBox.baseVal
  const body = getComputedStyle(drawing.closest('.panel') ?? document.body)
  const words = { fill: body.color, 'font-family': body.fontFamily, x: 0 }
  const copy = element('svg', {})
  copy.append(...[...drawing.children].map((child) => child.cloneNode(true)))
  copyStyles(drawing, copy)
  // What somebody pointed at means nothing to whoever gets the picture.
  for (const chosen of copy.querySelectorAll('[data-chosen]')) chosen.remove()
  const [wide, high] = [width + 2 * side, height + headRoom + side]
  copy.setAttribute('viewBox', `${String(-side)} ${String(-headRoom)} ${String(wide)} ${String(high)}`)
  copy.setAttribute('width', String(wide * sharpness))
  copy.setAttribute('height', String(high * sharpness))
  copy.prepend(
    element('rect', { x: -side, y: -headRoom, width: wide, height: high, fill: body.backgroundColor }),
    element('text', { ...words, y: -32, 'font-size': 16, 'font-weight': 600 }, title),
    element('text', { ...words, y: -12, 'font-size': 12 }, subtitle),
    ...legendOf(drawing, legend, words),
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

/** As a PNG, which goes into any letter and any chat. */
export const savePicture = async (
  drawing: SVGSVGElement,
  words: Words & { fileName: string },
): Promise<void> => {
  const image = await drawn(pictureOf(drawing, words))
  const canvas = document.createElement('canvas')
  ;[canvas.width, canvas.height] = [image.width, image.height]
  canvas.getContext('2d')?.drawImage(image, 0, 0)
  const file = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!file) throw new Error('the picture has no bytes')
  saveFile(file, `${timedName(words.fileName, formatInstant(new Date().toISOString()))}.png`)
}
