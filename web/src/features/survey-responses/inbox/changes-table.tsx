import type { IntakeDetails } from '@baseline/contract/intake/item.ts'
import type { SurveyDefinition } from '@baseline/contract/surveys/master.ts'

import { t } from '#platform/i18n.ts'
import { Blank } from '#platform/list/columns.tsx'

import { changeName, distinctChanges } from '../view/distinct-changes.ts'
import { valueText } from '../view/history-texts.ts'

interface ChangesTableProps {
  item: Pick<IntakeDetails, 'changes' | 'response'>
  survey: SurveyDefinition
}

/** Shows the changed answers of the phone next to the stored ones; without a response, all answers. */
export const ChangesTable = ({ item: { changes, response }, survey }: ChangesTableProps) => {
  if (!changes) return <p>{t('entities.intake.changes.unreadable')}</p>
  const rows = distinctChanges(survey, changes).map(({ field, before, after }) => ({
    field,
    before: valueText(survey, field, before),
    after: valueText(survey, field, after),
  }))
  if (rows.length === 0)
    return <p>{t(response ? 'entities.intake.changes.none' : 'entities.intake.changes.noAnswers')}</p>
  return (
    <table className="inbox-changes">
      <thead>
        <tr>
          <th scope="col">{t('entities.intake.changes.question')}</th>
          {response && <th scope="col">{t('entities.intake.changes.stored')}</th>}
          <th scope="col">{t('entities.intake.changes.sent')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ field, before, after }) => (
          <tr key={field}>
            <th scope="row">{changeName(survey, field)}</th>
            {response && <td>{before === undefined ? <Blank /> : <del>{before}</del>}</td>}
            <td>{after === undefined ? <Blank /> : <ins>{after}</ins>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
