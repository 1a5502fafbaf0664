import type { Kind } from './kinds.ts'

/** Properties of a generated survey. They were chosen before the rules were tried on it. */
export interface WorldSettings {
  seed: number
  interviews: number
  /** Working days. */
  days: number
  /** Enumerators who work all days. */
  fullTime: number
  /** Honest enumerators who work a few weeks only. */
  replacements: number
  /** Households per village that are interviewed. */
  villageSize: number
  /** Median minutes of an interview. */
  minutes: number
  /** Standard deviation of the logarithm of the durations, between enumerators and within one. */
  pace: { between: number; within: number }
  /** How much more often the common answers are given; 1 for the weights of the questionnaire. */
  concentration: number
  /** Share of honest ages that people round to a multiple of five. */
  ageHeaping: number
  /** Share of interviews without a position, and typical accuracy in metres. */
  position: { missing: number; accuracy: number }
  /** Share of households in a compound of three, and of two. */
  compounds: { three: number; two: number }
  /** Share of interviews that are falsified, by kind. Enumerators of a kind falsify all of their interviews. */
  falsified: Readonly<Record<Kind, number>>
  /** Interviews of an enumerator who falsifies all of them. */
  perFalsifier: { fast: number; heaped: number; shortcut: number }
}

/** The survey with which the rules are tuned: 20,000 interviews, 5 % of them falsified. */
export const firstWorld: WorldSettings = {
  seed: 20_260_119,
  interviews: 20_000,
  days: 48,
  fullTime: 46,
  replacements: 14,
  villageSize: 80,
  minutes: 30,
  pace: { between: 0.12, within: 0.25 },
  concentration: 1,
  ageHeaping: 0.06,
  position: { missing: 0.003, accuracy: 5 },
  compounds: { three: 0.006, two: 0.02 },
  falsified: {
    copied: 0.0065,
    spot: 0.006,
    overlap: 0.005,
    duplicate: 0.0055,
    fast: 0.008,
    heaped: 0.008,
    shortcut: 0.011,
  },
  perFalsifier: { fast: 26, heaped: 26, shortcut: 44 },
}

/** A survey with other people, places and habits, and 8 % falsified. No rule is tuned with it. */
export const secondWorld: WorldSettings = {
  seed: 77_001,
  interviews: 12_000,
  days: 36,
  fullTime: 44,
  replacements: 10,
  villageSize: 130,
  minutes: 44,
  pace: { between: 0.1, within: 0.3 },
  concentration: 1.4,
  ageHeaping: 0.15,
  position: { missing: 0.005, accuracy: 7 },
  compounds: { three: 0.009, two: 0.03 },
  falsified: {
    copied: 0.01,
    spot: 0.01,
    overlap: 0.008,
    duplicate: 0.007,
    fast: 0.015,
    heaped: 0.013,
    shortcut: 0.017,
  },
  perFalsifier: { fast: 30, heaped: 26, shortcut: 40 },
}

/** A survey of 2,000 interviews for continuous integration, where 10 % are falsified. */
export const smallWorld: WorldSettings = {
  ...firstWorld,
  seed: 4_711,
  interviews: 2_000,
  days: 24,
  fullTime: 10,
  replacements: 4,
  falsified: {
    copied: 0.01,
    spot: 0.012,
    overlap: 0.012,
    duplicate: 0.01,
    fast: 0.018,
    heaped: 0.018,
    shortcut: 0.022,
  },
}
