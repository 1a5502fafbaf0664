import type { SurveyProblem } from '@baseline/contract/surveys/problem.ts'
import { useState } from 'react'

import { t } from '#platform/i18n.ts'
import { Pager, pageSize } from '#platform/importer/pager.tsx'
import { Blank } from '#platform/list/columns.tsx'

import './survey-table.css'

/** Returns the cell as Excel names it: `B12`; a whole row or column has only one of the two. */
const cellName = ({ row, column }: SurveyProblem): string => `${column ?? ''}${String(row ?? '')}`

/** Problems or warnings of a workbook, each with its cell. */
export const ProblemsTable = ({ title, problems }: { title: string; problems: readonly SurveyProblem[] }) => {
  const [start, setStart] = useState(0)
  return (
    <>
      <table className="survey-table survey-problems" aria-label={title}>
        <thead>
          <tr>
            <th scope="col">{t('entities.surveys.problems.sheet')}</th>
            <th scope="col">{t('entities.surveys.problems.cell')}</th>
            <th scope="col">{t('entities.surveys.problems.message')}</th>
          </tr>
        </thead>
        <tbody>
          {problems.slice(start, start + pageSize).map((problem, index) => (
            // Two problems can be equal, and the list never changes.
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={start + index}>
              <td>{problem.sheet ?? <Blank />}</td>
              <td>{cellName(problem) === '' ? <Blank /> : <code>{cellName(problem)}</code>}</td>
              <td>{problem.message}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {problems.length > pageSize && <Pager start={start} total={problems.length} onStart={setStart} />}
    </>
  )
}
