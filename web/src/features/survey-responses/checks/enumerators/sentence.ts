import type { EnumeratorFinding } from '@baseline/contract/survey-responses/enumerators.ts'

import { t, textOf } from '#platform/i18n.ts'
import { formatNumber } from '#platform/time.ts'

type Sentence = Pick<EnumeratorFinding, 'rule' | 'condition' | 'evidence'>

/** Evidence about ages that was stored before E4 compared them with the others has no figure of the others. */
const sentenceNameOf = ({ rule, condition, evidence }: Sentence): string =>
  rule === 'E4' && condition === 'ages' && !('others' in evidence) ? 'agesWithoutOthers' : condition

/** Returns what a rule found about an enumerator, in one sentence with its numbers. */
export const sentenceOf = (finding: Sentence): string => {
  const { rule, evidence } = finding
  const values = Object.fromEntries(
    Object.entries(evidence).map(([name, value]) => [
      name,
      typeof value === 'number' ? formatNumber(value) : value,
    ]),
  )
  return textOf(`checks.sentences.${rule}.${sentenceNameOf(finding)}`, values) ?? t(`checks.rules.${rule}`)
}
