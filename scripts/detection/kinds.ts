/** The kinds of falsification that the surveys contain. */
export const kinds = ['copied', 'spot', 'overlap', 'duplicate', 'fast', 'heaped', 'shortcut'] as const
export type Kind = (typeof kinds)[number]

/** The falsification of an interview. */
export interface Planted {
  kind: Kind
  /**
   * How far the falsification exceeds the default threshold of the rule that is made for it: at 1 it just reaches
   * the threshold, at 2 it is twice as clear.
   */
  strength: number
}
