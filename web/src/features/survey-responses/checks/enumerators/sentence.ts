import type { EnumeratorFinding } from '@baseline/contract/survey-responses/enumerators.ts'

import { t, textOf } from '#platform/i18n.ts'
import { formatNumber } from '#platform/time.ts'

type Sentence = Pick<EnumeratorFinding, 'rule' | 'condition' | 'evidence'>

/** Returns what a rule found about an enumerator, in one sentence with its numbers. */
export const sentenceOf = ({ rule, condition, evidence }: Sentence): string => {
  const values = Object.fromEntries(
    Object.entries(evidence).map(([name, value]) => [
      name,
      typeof value === 'number' ? formatNumber(value) : value,
    ]),
  )
  return textOf(`checks.sentences.${rule}.${condition}`, values) ?? t(`checks.rules.${rule}`)
}
