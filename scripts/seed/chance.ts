/** Seeded random numbers: the same seed generates the same survey. */
export interface Chance {
  /** Returns a number from 0 up to, but not including, 1. */
  part: () => number
  whole: (from: number, to: number) => number
  one: <T>(of: readonly T[]) => T
  /** Returns one of the keys, with a probability proportional to its weight. */
  weighted: <T extends string>(weights: Readonly<Record<T, number>>) => T
  some: <T>(of: readonly T[], likelihood: number) => T[]
  happens: (likelihood: number) => boolean
  /** Returns a number around 0, mostly within 1. */
  around: () => number
}

export const chanceFrom = (seed: number): Chance => {
  let state = seed >>> 0
  // mulberry32: small, fast and good enough for generated households.
  const part = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const whole = (from: number, to: number): number => from + Math.floor(part() * (to - from + 1))
  const one = <T>(of: readonly T[]): T => {
    const found = of[Math.floor(part() * of.length)]
    if (found === undefined) throw new Error('nothing to choose from')
    return found
  }
  const weighted = <T extends string>(weights: Readonly<Record<T, number>>): T => {
    let all = 0
    for (const key in weights) all += weights[key]
    let left = part() * all
    for (const key in weights) {
      left -= weights[key]
      if (left < 0) return key
    }
    throw new Error('nothing to choose from')
  }
  return {
    part,
    whole,
    one,
    weighted,
    some: (of, likelihood) => of.filter(() => part() < likelihood),
    happens: (likelihood) => part() < likelihood,
    around: () => part() + part() + part() - 1.5,
  }
}
