import type { HistoryEntry } from '@baseline/contract/survey-responses/contract.ts'
import type { SurveyDefinition } from '@baseline/contract/surveys/master.ts'

import { t } from '#platform/i18n.ts'
import { Blank } from '#platform/list/columns.tsx'
import { Instant } from '#platform/ui/time-zone.tsx'

import { changeName, distinctChanges } from './distinct-changes.ts'
import { actionText, valueText } from './history-texts.ts'

type Change = HistoryEntry['changes'][number]

const ChangeLine = ({ change, survey }: { change: Change; survey: SurveyDefinition }) => {
  const [before, after] = [change.before, change.after].map((value) => valueText(survey, change.field, value))
  return (
    <div>
      <dt>{changeName(survey, change.field)}</dt>
      <dd>
        {before === undefined ? <Blank /> : <del>{before}</del>}
        <span aria-hidden="true"> → </span>
        {after === undefined ? <Blank /> : <ins>{after}</ins>}
      </dd>
    </div>
  )
}

/**
 * Only updates and status changes list their fields. The values of a new response are already on the page.
 */
const listsChanges = ({ action }: HistoryEntry): boolean => action === 'update' || action === 'statusChange'

/** Lists who changed what, when and why, newest first. */
export const HistoryList = ({
  history,
  survey,
}: {
  history: readonly HistoryEntry[]
  survey: SurveyDefinition
}) =>
  history.length === 0 ? (
    <p className="story-none">{t('entities.surveyResponses.story.noHistory')}</p>
  ) : (
    <ol className="story">
      {history.map((entry) => (
        <li key={entry.id}>
          <p className="story-who">
            <span>{entry.createdByEmail}</span>
            <Instant at={entry.timestamp} />
          </p>
          <p className="story-action">
            {entry.isUndo ? t('entities.surveyResponses.review.undo.changed') : actionText(entry.action)}
          </p>
          {listsChanges(entry) && entry.changes.length > 0 && (
            <dl className="story-changes">
              {distinctChanges(survey, entry.changes).map((change) => (
                <ChangeLine key={change.field} change={change} survey={survey} />
              ))}
            </dl>
          )}
          {entry.comment && <p className="story-words">{entry.comment}</p>}
        </li>
      ))}
    </ol>
  )
