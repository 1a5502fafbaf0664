import type { UndoJob } from '@baseline/contract/survey-responses/undo.ts'
import { Progress } from 'antd'

import { t } from '#platform/i18n.ts'
import { formatNumber } from '#platform/time.ts'
import { PathLink } from '#platform/ui/path-link.tsx'

import { paths } from '../paths.ts'

const pluralForm = (count: number) => (count === 1 ? 'one' : 'many')

const resultText = ({ reverted }: UndoJob): string =>
  reverted === 0
    ? t('entities.surveyResponses.review.undo.reverted.none')
    : t(`entities.surveyResponses.review.undo.reverted.${pluralForm(reverted)}`, {
        count: formatNumber(reverted),
      })

const SkippedTable = ({ undo }: { undo: UndoJob }) => {
  const count = undo.done - undo.reverted
  const unlistedCount = count - undo.skippedResponses.length
  const title = t(`entities.surveyResponses.review.undo.skipped.${pluralForm(count)}`, {
    count: formatNumber(count),
  })
  return (
    // Focusable, so that the keyboard can scroll a long list.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="undo-skipped" role="region" aria-label={title} tabIndex={0}>
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{t('entities.surveyResponses.fields.displayId')}</th>
            <th scope="col">{t('entities.surveyResponses.review.undo.why')}</th>
          </tr>
        </thead>
        <tbody>
          {undo.skippedResponses.map(({ id, displayId, reason }) => (
            <tr key={id}>
              <th scope="row">
                {reason === 'gone' ? displayId : <PathLink to={paths.view(id)}>{displayId}</PathLink>}
              </th>
              <td>{t(`entities.surveyResponses.review.undo.reasons.${reason}`)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {unlistedCount > 0 && (
        <p>
          {t(`entities.surveyResponses.review.undo.notListed.${pluralForm(unlistedCount)}`, {
            count: formatNumber(unlistedCount),
          })}
        </p>
      )}
    </div>
  )
}

/** Shows the progress of an undo, then how many responses were reverted and which were skipped. */
export const UndoResult = ({ undo }: { undo: UndoJob }) => (
  <>
    <Progress
      percent={undo.progress}
      status={undo.status === 'FAILED' ? 'exception' : undo.status === 'SUCCESS' ? 'success' : 'active'}
      aria-label={t('entities.surveyResponses.review.undo.progress')}
    />
    <p role="status">
      {undo.status === 'START'
        ? t('entities.surveyResponses.review.done', {
            done: formatNumber(undo.done),
            count: formatNumber(undo.count),
          })
        : resultText(undo)}
    </p>
    {undo.status === 'FAILED' && <p role="alert">{t('entities.surveyResponses.review.undo.failed')}</p>}
    {undo.status !== 'START' && undo.done > undo.reverted && <SkippedTable undo={undo} />}
  </>
)
