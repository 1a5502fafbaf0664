import type { SubmissionProblem } from '@baseline/contract/intake/submission.ts'
import type { SurveyDefinition } from '@baseline/contract/surveys/master.ts'

import { t, textOf } from '#platform/i18n.ts'
import { formatNumber } from '#platform/time.ts'

import { questionLabel } from './history-texts.ts'

type Issue = NonNullable<SubmissionProblem['issues']>[number]

/** Returns the problem of an answer with the label of its question. */
const issueText = (survey: SurveyDefinition, { path, key, params }: Issue): string => {
  const label = questionLabel(survey, path)
  const text = textOf(key, { ...params, path: label }) ?? key
  return text.includes(label) ? text : `${label}: ${text}`
}

const maxShown = 10

const Lines = ({ title, lines }: { title: string; lines: readonly string[] }) => (
  <>
    <p>{title}</p>
    <ul>
      {lines.slice(0, maxShown).map((line) => (
        <li key={line}>{line}</li>
      ))}
      {lines.length > maxShown && (
        <li>{t('entities.intake.problems.more', { count: formatNumber(lines.length - maxShown) })}</li>
      )}
    </ul>
  </>
)

const countText = (kind: 'issues' | 'unmapped', count: number): string =>
  count === 1
    ? t(`entities.intake.problems.${kind}.one`)
    : t(`entities.intake.problems.${kind}.many`, { count: formatNumber(count) })

/** Lists the problems of an interview from a phone. */
export const SubmissionProblems = ({
  problem: { issues = [], unmapped = [], isLate, error },
  survey,
}: {
  problem: SubmissionProblem
  survey: SurveyDefinition
}) => (
  <div className="submission-problems">
    {error !== undefined && <p>{t('entities.intake.problems.error', { error })}</p>}
    {isLate && <p>{t('entities.intake.problems.isLate')}</p>}
    {issues.length > 0 && (
      <Lines
        title={countText('issues', issues.length)}
        lines={issues.map((issue) => issueText(survey, issue))}
      />
    )}
    {unmapped.length > 0 && (
      <Lines
        title={countText('unmapped', unmapped.length)}
        lines={unmapped.map(({ path, text }) => `${path}: ${text}`)}
      />
    )}
  </div>
)
