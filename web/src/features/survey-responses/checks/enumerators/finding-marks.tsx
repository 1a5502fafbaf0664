import { severities } from '@baseline/contract/checks/rules.ts'
import { severityMarks } from '@baseline/contract/checks/severity-marks.ts'
import type { EnumeratorFinding } from '@baseline/contract/survey-responses/enumerators.ts'

import { t } from '#platform/i18n.ts'
import { Mark, Shape } from '#platform/ui/mark.tsx'

import { sentenceOf } from './sentence.ts'

const mostSevere = (findings: readonly EnumeratorFinding[]) =>
  severities.toReversed().find((severity) => findings.some((finding) => finding.severity === severity))

/** The most severe finding about a figure: a shape for the eye, the sentences for a screen reader and a tooltip. */
export const CellMark = ({ findings }: { findings: readonly EnumeratorFinding[] }) => {
  const severity = mostSevere(findings)
  if (!severity) return null
  const text = `${t(`checks.severities.${severity}`)}: ${findings.map(sentenceOf).join(' ')}`
  return (
    <span className="cell-mark" title={text}>
      <Shape {...severityMarks[severity]} />
      <span className="only-read">{text}</span>
    </span>
  )
}

/** The checks that found something else, by name. */
export const FindingMarks = ({ findings }: { findings: readonly EnumeratorFinding[] }) =>
  [...Map.groupBy(findings, ({ rule }) => rule)].map(([rule, ofRule]) => (
    <span key={rule} className="finding-mark" title={ofRule.map(sentenceOf).join(' ')}>
      <Mark {...severityMarks[ofRule[0]?.severity ?? 'info']}>{t(`checks.rules.${rule}`)}</Mark>
    </span>
  ))
