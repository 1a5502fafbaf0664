import type { RateName } from '@baseline/contract/checks/response-figures.ts'
import { rateNames } from '@baseline/contract/checks/response-figures.ts'
import { indicatorOf } from '@baseline/contract/survey-responses/enumerators.ts'
import type {
  EnumeratorFinding,
  EnumeratorRow,
  Indicator,
} from '@baseline/contract/survey-responses/enumerators.ts'

import { formatNumber } from '#platform/time.ts'

import { paths } from '../../paths.ts'

const percentIndicators: ReadonlySet<Indicator> = new Set<Indicator>([
  ...(rateNames as readonly RateName[]),
  'heaping',
  'confirmed',
])

export const indicatorValue = (indicator: Indicator, value: number): string =>
  percentIndicators.has(indicator) ? `${formatNumber(value)}%` : formatNumber(value)

/** Returns the findings about a figure, or those about none. */
export const findingsOf = (
  { findings }: Pick<EnumeratorRow, 'findings'>,
  indicator: Indicator | undefined,
): EnumeratorFinding[] => findings.filter((finding) => indicatorOf(finding) === indicator)

type Filter = Record<string, unknown>

/** Filters of the responses behind a figure, besides the survey and the enumerator. */
const filterOf = (indicator: Indicator, start: string): Filter => {
  const recent = { startTimeRange: [start, ''] }
  if (indicator === 'warnings') return { flagSeverity: ['warn'] }
  if (indicator === 'errors') return { flagSeverity: ['error'] }
  if (indicator === 'confirmed') return { flagState: ['confirmed', 'waived'] }
  if (indicator === 'heaping') return {}
  if (indicator === 'noLocation') return { ...recent, flag: ['G1'] }
  return recent
}

const longestText = 253

/** Returns the path of the list of the responses behind a figure; undefined if the name is too long for a filter. */
export const responsesPath = (
  surveyId: string,
  name: string,
  indicator: Indicator,
  start: string,
): string | undefined =>
  name.length > longestText
    ? undefined
    : // Quotes match the whole name.
      paths.list({ surveyId: [surveyId], investigatorName: [`"${name}"`], ...filterOf(indicator, start) })
