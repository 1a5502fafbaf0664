/** Meanings of the colours of the map. The URL names the choice, unless it is the first. */
export const mapColours = ['status', 'waiting', 'returned'] as const
export type MapColour = (typeof mapColours)[number]

/** Reads the value from the URL; undefined if it is missing, unknown or the default. */
export const readMapColour = (value: unknown): Exclude<MapColour, 'status'> | undefined =>
  value === 'waiting' || value === 'returned' ? value : undefined
