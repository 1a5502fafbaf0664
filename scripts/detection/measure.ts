import type { RuleId, Severity } from '../../contract/src/checks/rules.ts'
import { kinds } from './kinds.ts'
import type { Kind } from './kinds.ts'
import type { LoadedInterview } from './load.ts'

/** An open flag that is not only information. */
export interface FoundFlag {
  responseId: string
  rule: string
  severity: Severity
}

/** A flag about an enumerator. */
export interface FoundEnumerator {
  /** Folded name. */
  investigator: string
  rule: string
  condition: string
}

/** Findings of the rules in a survey. */
export interface Findings {
  flags: readonly FoundFlag[]
  enumerators: readonly FoundEnumerator[]
  /** Ids of the responses at the head of the queue of reviewers. */
  queue: readonly string[]
}

/** The rules that are made for each kind; another rule may find an interview only by chance. */
const rulesFor: Readonly<Record<Kind, readonly RuleId[]>> = {
  copied: ['D3', 'D6'],
  spot: ['G5', 'G2'],
  overlap: ['T9'],
  duplicate: ['D2', 'D3', 'D6'],
  fast: ['E2', 'T4', 'T5'],
  heaped: ['E4'],
  shortcut: ['E3'],
}

/** Strengths as multiples of the threshold of the rule. */
const bands = [
  { name: '0.5 to 1', from: 0.5, to: 1 },
  { name: '1 to 1.5', from: 1, to: 1.5 },
  { name: '1.5 to 2', from: 1.5, to: 2 },
  { name: '2 to 3', from: 2, to: 3.01 },
] as const

export interface Share {
  count: number
  total: number
}

const shareOf = <T>(all: readonly T[], has: (one: T) => boolean): Share => ({
  count: all.filter(has).length,
  total: all.length,
})

export const percentOf = ({ count, total }: Share): number => (total === 0 ? 0 : (100 * count) / total)

/** Returns the name as the database folds it: without case and accents. */
const folded = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()

/** Compares what the rules found with what was falsified. */
export const measureDetection = (
  interviews: readonly LoadedInterview[],
  { flags, enumerators, queue }: Findings,
) => {
  const flagsOf = Map.groupBy(flags, ({ responseId }) => responseId)
  const rulesOfEnumerator = Map.groupBy(enumerators, ({ investigator }) => investigator)
  const isDetected = ({ id, planted, enumerator }: LoadedInterview): boolean => {
    if (!planted) return false
    const rules: readonly string[] = rulesFor[planted.kind]
    return (
      (flagsOf.get(id) ?? []).some(({ rule }) => rules.includes(rule)) ||
      (rulesOfEnumerator.get(folded(enumerator.name)) ?? []).some(({ rule }) => rules.includes(rule))
    )
  }
  const falsified = interviews.filter(({ planted }) => planted)
  const honest = interviews.filter(({ planted }) => !planted)
  const has = (severities: readonly Severity[]) => (one: LoadedInterview) =>
    (flagsOf.get(one.id) ?? []).some(({ severity }) => severities.includes(severity))
  const inBand = ({ from, to }: { from: number; to: number }, kind?: Kind) =>
    falsified.filter(
      ({ planted }) =>
        planted && planted.strength >= from && planted.strength < to && (!kind || planted.kind === kind),
    )
  const names = (ones: readonly LoadedInterview[]) => [
    ...new Set(ones.map(({ enumerator }) => folded(enumerator.name))),
  ]
  const falsifiers = new Set(names(falsified))
  const planted = new Map(interviews.map((one) => [one.id, one.planted]))
  const rules = [...new Set(flags.map(({ rule }) => rule))].toSorted()
  return {
    kinds: kinds.map((kind) => ({
      kind,
      bands: bands.map((band) => ({ band: band.name, ...shareOf(inBand(band, kind), isDetected) })),
    })),
    bands: bands.map((band) => ({ band: band.name, ...shareOf(inBand(band), isDetected) })),
    warn: shareOf(honest, has(['warn', 'error'])),
    error: shareOf(honest, has(['error'])),
    queue: shareOf(queue, (id) => planted.get(id) !== undefined),
    /** Enumerators without any falsified interview who have a flag. */
    enumerators: shareOf(
      names(honest).filter((name) => !falsifiers.has(name)),
      (name) => rulesOfEnumerator.has(name),
    ),
    enumeratorsByRule: [...new Set(enumerators.map(({ rule }) => rule))].toSorted().map((rule) => ({
      rule,
      ...shareOf(
        names(honest).filter((name) => !falsifiers.has(name)),
        (name) => (rulesOfEnumerator.get(name) ?? []).some((one) => one.rule === rule),
      ),
    })),
    /** Honest interviews by the rule that flags them. */
    honestByRule: rules.map((rule) => ({
      rule,
      ...shareOf(honest, ({ id }) => (flagsOf.get(id) ?? []).some((flag) => flag.rule === rule)),
    })),
  }
}
