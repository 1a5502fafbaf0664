/** Seeded random numbers: the same seed generates the same survey. */
export interface Chance {
  /** Returns a number from 0 up to, but not including, 1. */
  fraction: () => number
  integer: (from: number, to: number) => number
  pick: <T>(options: readonly T[]) => T
  /** Returns one of the keys, with a probability proportional to its weight. */
  pickWeighted: <T extends string>(weights: Readonly<Record<T, number>>) => T
  pickSome: <T>(options: readonly T[], likelihood: number) => T[]
  happens: (likelihood: number) => boolean
  /** Returns a number around 0, mostly within 1. */
  deviation: () => number
}

export const createChance = (seed: number): Chance => {
  let state = seed >>> 0
  // mulberry32: small, fast and good enough for generated households.
  const fraction = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const integer = (from: number, to: number): number => from + Math.floor(fraction() * (to - from + 1))
  const pick = <T>(options: readonly T[]): T => {
    const option = options[Math.floor(fraction() * options.length)]
    if (option === undefined) throw new Error('nothing to choose from')
    return option
  }
  const pickWeighted = <T extends string>(weights: Readonly<Record<T, number>>): T => {
    let total = 0
    for (const key in weights) total += weights[key]
    let remaining = fraction() * total
    for (const key in weights) {
      remaining -= weights[key]
      if (remaining < 0) return key
    }
    throw new Error('nothing to choose from')
  }
  return {
    fraction,
    integer,
    pick,
    pickWeighted,
    pickSome: (options, likelihood) => options.filter(() => fraction() < likelihood),
    happens: (likelihood) => fraction() < likelihood,
    deviation: () => fraction() + fraction() + fraction() - 1.5,
  }
}
