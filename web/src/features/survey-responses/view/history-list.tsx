import type { HistoryEntry, Recalculated } from '@baseline/contract/survey-responses/contract.ts'
import type { SurveyDefinition } from '@baseline/contract/surveys/master.ts'

import { t } from '#platform/i18n.ts'
import { Blank } from '#platform/list/columns.tsx'
import { Instant } from '#platform/ui/time-zone.tsx'

import { authorText } from './author-text.ts'
import { changeName, distinctChanges } from './distinct-changes.ts'
import { actionText, questionLabel, valueText } from './history-texts.ts'

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

/** A result of a calculation that the server replaced, such as one of a phone with an old version. */
const RecalculatedLine = ({ entry, survey }: { entry: Recalculated; survey: SurveyDefinition }) => (
  <div>
    <dt>{questionLabel(survey, entry.path)}</dt>
    <dd>
      <del>{entry.given}</del>
      <span aria-hidden="true"> → </span>
      {entry.result === '' ? <Blank /> : <ins>{entry.result}</ins>}
    </dd>
  </div>
)

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
            <span>{authorText(entry)}</span>
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
          {entry.recalculated.length > 0 && (
            <>
              <p className="story-action">{t('entities.surveyResponses.story.recalculated')}</p>
              <dl className="story-changes">
                {entry.recalculated.map((one) => (
                  <RecalculatedLine key={one.path} entry={one} survey={survey} />
                ))}
              </dl>
            </>
          )}
          {entry.comment && <p className="story-words">{entry.comment}</p>}
        </li>
      ))}
    </ol>
  )
