/** The facts that the colours of a map may show; the address names the one that is shown, unless it is the first. */
export const mapColours = ['status', 'waiting', 'returned'] as const
export type MapColour = (typeof mapColours)[number]

/** Reads the value of the address; undefined where it is missing, unknown or the default. */
export const readMapColour = (value: unknown): Exclude<MapColour, 'status'> | undefined =>
  value === 'waiting' || value === 'returned' ? value : undefined
