/** A colour as antd writes it: `#rrggbb` or `rgba(…)`. */
interface Rgba {
  channels: [number, number, number]
  alpha: number
}

const parse = (color: string): Rgba => {
  const hex = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(color)
  const numbers = hex
    ? hex.slice(1).map((pair) => Number.parseInt(pair, 16))
    : (/^rgba?\(([\d\s.,]+)\)$/.exec(color)?.[1] ?? '').split(',').map(Number)
  const [red, green, blue, alpha = 1] = numbers
  if (red === undefined || green === undefined || blue === undefined)
    throw new Error(`not a colour: ${color}`)
  return { channels: [red, green, blue], alpha }
}

const write = (channels: number[]): string =>
  `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`

/** Blends a translucent colour over an opaque one. */
export const blend = (top: string, ground: string): string => {
  const { channels, alpha } = parse(top)
  const groundChannels = parse(ground).channels
  return write(channels.map((channel, index) => channel * alpha + (groundChannels[index] ?? 0) * (1 - alpha)))
}

export const mix = (from: string, to: string, share: number): string => {
  const toChannels = parse(to).channels
  return write(
    parse(from).channels.map((channel, index) => channel + ((toChannels[index] ?? 0) - channel) * share),
  )
}

const luminance = (color: string): number => {
  const [red = 0, green = 0, blue = 0] = parse(color).channels.map((channel) => {
    const share = channel / 255
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Returns the contrast ratio of WCAG 2, from 1 to 21. */
export const contrast = (one: string, other: string): number => {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}
