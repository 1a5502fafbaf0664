import { severities } from '@baseline/contract/checks/rules.ts'
import type { Severity } from '@baseline/contract/checks/rules.ts'
import { severityMarks } from '@baseline/contract/checks/severity-marks.ts'
import type { Flag, FlagMark } from '@baseline/contract/survey-responses/flags.ts'
import type { ReactNode } from 'react'

import { t } from '#platform/i18n.ts'
import { Blank } from '#platform/list/columns.tsx'
import { formatNumber } from '#platform/time.ts'
import { Mark } from '#platform/ui/mark.tsx'

import { isOpen } from './use-flags.ts'

import './flags.css'

/** A severity: its shape and its name. */
export const SeverityMark = ({ severity }: { severity: Severity }) => (
  <Mark {...severityMarks[severity]}>{t(`checks.severities.${severity}`)}</Mark>
)

/** The number of open flags of each severity, the most severe first. The tooltip names the checks. */
export const FlagMarks = ({ flags = [] }: { flags: readonly FlagMark[] | undefined }) => {
  if (flags.length === 0) return <Blank />
  return (
    <span className="flag-marks" title={flags.map(({ rule }) => t(`checks.rules.${rule}`)).join(', ')}>
      {severities.toReversed().map((severity) => {
        const count = flags.filter((flag) => flag.severity === severity).length
        return count === 0 ? null : (
          <Mark key={severity} {...severityMarks[severity]}>
            {count === 1
              ? t(`checks.flags.marks.${severity}.one`)
              : t(`checks.flags.marks.${severity}.many`, { count: formatNumber(count) })}
          </Mark>
        )
      })}
    </span>
  )
}

/** Returns the marks of the answers with open flags, by the path of the answer. */
export const marksOfAnswers = (flags: readonly Flag[]): ReadonlyMap<string, ReactNode> => {
  const flagged = flags.filter((flag) => isOpen(flag) && flag.question !== '')
  return new Map(
    [...Map.groupBy(flagged, ({ question }) => question)].map(([question, ofQuestion]) => [
      question,
      <span key={question} className="answer-flags">
        {ofQuestion.map(({ rule, severity }) => (
          <Mark key={rule} {...severityMarks[severity]}>
            {t(`checks.rules.${rule}`)}
          </Mark>
        ))}
      </span>,
    ]),
  )
}
