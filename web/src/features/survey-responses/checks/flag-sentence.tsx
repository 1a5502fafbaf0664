import type { Flag } from '@baseline/contract/survey-responses/flags.ts'

import { t, textOf } from '#platform/i18n.ts'
import { formatNumber } from '#platform/time.ts'
import { PathLink } from '#platform/ui/path-link.tsx'

import { paths } from '../paths.ts'

type Sentence = Pick<Flag, 'rule' | 'condition' | 'evidence'>

/** A character that no sentence has. */
const placeOfOther = '\u{0}'

const partsOf = ({ rule, condition, evidence }: Sentence): string[] => {
  const values = Object.fromEntries(
    Object.entries(evidence).map(([name, value]) => [
      name,
      typeof value === 'number' ? formatNumber(value) : value,
    ]),
  )
  const text = textOf(`checks.sentences.${rule}.${condition}`, { ...values, other: placeOfOther })
  return (text ?? t(`checks.rules.${rule}`)).split(placeOfOther)
}

/** Shows the finding of a check in one sentence. Links to the response that it compares with. */
export const FlagSentence = ({ flag }: { flag: Sentence }) => {
  const { other, otherId } = flag.evidence
  const [before, ...rest] = partsOf(flag)
  if (other === undefined || rest.length === 0) return before
  return (
    <>
      {before}
      {typeof otherId === 'string' ? <PathLink to={paths.view(otherId)}>{other}</PathLink> : other}
      {rest.join('')}
    </>
  )
}
