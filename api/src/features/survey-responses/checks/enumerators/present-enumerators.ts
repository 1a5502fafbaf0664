import { fewestOthers, heapingOf, median, recentWork } from '@baseline/contract/checks/enumerator-work.ts'
import type { EnumeratorWork, Others } from '@baseline/contract/checks/enumerator-work.ts'
import { round } from '@baseline/contract/checks/numbers.ts'
import { ratesOf } from '@baseline/contract/checks/response-figures.ts'
import type { Rate } from '@baseline/contract/checks/response-figures.ts'
import { parametersOf } from '@baseline/contract/checks/rules.ts'
import type { EnumeratorRow, IndicatorCell } from '@baseline/contract/survey-responses/enumerators.ts'

import type { FlagFigures } from './flag-figures.ts'

/** Returns a rate in percent; null if nothing was asked. */
export const shareOf = ({ asked, found }: Rate): number | null =>
  asked === 0 ? null : round((100 * found) / asked, 1)

const quotient = (sum: number, n: number): number | null => (n === 0 ? null : round(sum / n, 1))

/** Median as a figure; null without a value. */
export const medianOf = (values: readonly number[]): number | null =>
  values.length === 0 ? null : round(median(values), 1)

/** Figures of the flags of the others, for the same comparison as the other figures. */
export interface FlagComparison {
  own: FlagFigures
  /** One per person. */
  others: readonly FlagFigures[]
}

const sumOf = (figures: readonly FlagFigures[], key: keyof FlagFigures): number =>
  figures.reduce((sum, one) => sum + one[key], 0)

/**
 * Returns the figures of a person next to the figures of the others. A reader of some responses only
 * (`isLimited`) sees the others as a group in which no single person can be recognised.
 */
export const cellsOf = (
  person: EnumeratorWork,
  others: Others,
  { own, others: flagsOfOthers }: FlagComparison,
  { until, isLimited }: { until: string; isLimited: boolean },
): EnumeratorRow['cells'] => {
  const mayCompare = others.count >= (isLimited ? fewestOthers : 1)
  const cell = (value: number | null, n: number, usual: number | null): IndicatorCell => ({
    value,
    n,
    others: mayCompare ? usual : null,
  })
  const { interviews, workedDays } = recentWork(person, until)
  const { interviews: fewest = 0 } = parametersOf('E2')
  const usualMinutes = others.medians(fewest)
  const rates = ratesOf((name) => person.rates[name])
  const rateCell = (rate: Rate, usual: Rate) => cell(shareOf(rate), rate.asked, shareOf(usual))
  const flagCell = (key: 'warnings' | 'errors') =>
    cell(own[key], interviews, quotient(sumOf(flagsOfOthers, key), flagsOfOthers.length))
  const decisions = (figures: readonly FlagFigures[]): Rate => ({
    asked: sumOf(figures, 'confirmed') + sumOf(figures, 'waived'),
    found: sumOf(figures, 'confirmed'),
  })
  return {
    perDay: cell(
      quotient(interviews, workedDays),
      workedDays,
      quotient(others.interviews, others.workedDays),
    ),
    minutes: cell(
      medianOf(person.minutes),
      person.minutes.length,
      isLimited && usualMinutes.length < fewestOthers ? null : medianOf(usualMinutes),
    ),
    dontKnow: rateCell(rates.dontKnow, others.rates.dontKnow),
    refused: rateCell(rates.refused, others.rates.refused),
    missing: rateCell(rates.missing, others.rates.missing),
    other: rateCell(rates.other, others.rates.other),
    noLocation: rateCell(rates.noLocation, others.rates.noLocation),
    filterNo: rateCell(rates.filterNo, others.rates.filterNo),
    consentRefused: rateCell(rates.consentRefused, others.rates.consentRefused),
    heaping: rateCell(heapingOf(person.numbers.values()), others.heaping),
    warnings: flagCell('warnings'),
    errors: flagCell('errors'),
    confirmed: rateCell(decisions([own]), decisions(flagsOfOthers)),
  }
}
