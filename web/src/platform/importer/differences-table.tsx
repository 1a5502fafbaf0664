import { t } from '../i18n.ts'
import { StateCell, useRowPage, useRowState } from './check-table.tsx'
import type { Counts, ImportRows, ImportShape, RowProblem } from './import-rows.ts'
import { TableFrame } from './table-frame.tsx'
import { columnText, lineText } from './texts.ts'

const problemText = ({ columns, sheets = [] }: ImportShape, { column, text, at }: RowProblem): string => {
  const sheetColumns = at ? (sheets.find(({ name }) => name === at.sheet)?.columns ?? []) : columns
  const problemColumn = sheetColumns.find(({ key }) => key === column)
  const label = problemColumn && columnText(problemColumn.label)
  const labelledText = label === undefined || text.includes(label) ? text : `${label}: ${text}`
  return at ? lineText(at, labelledText) : labelledText
}

const Value = ({ name, text }: { name: 'before' | 'after'; text: string | undefined }) => (
  <td
    data-label={t(`importer.update.${name}`)}
    className="import-value"
    {...(text === undefined && { 'data-blank': true })}
  >
    {text === '' ? <span className="import-none">{t('importer.update.blank')}</span> : text}
  </td>
)

interface RowProps {
  rows: ImportRows
  index: number
  shape: ImportShape
}

/** One record, with a table row per changed field. */
const RecordRows = ({ rows, index, shape }: RowProps) => {
  const state = useRowState(rows, index)
  const row = rows.rows[index]
  const differences = rows.differencesOf(index)
  const problems = rows.problemsOf(index).filter(({ column }) => column !== undefined)
  const span = Math.max(differences.length, 1)
  return (differences.length > 0 ? differences : [undefined]).map((difference, position) => (
    <tr key={difference?.field ?? ''} data-state={state} {...(position > 0 && { 'data-follows': true })}>
      {position === 0 && (
        <>
          <th scope="row" rowSpan={span}>
            {row?.line}
          </th>
          <StateCell rows={rows} index={index} rowSpan={span}>
            {row?.update?.note !== undefined && <span className="import-note">{row.update.note}</span>}
            {problems.map((problem) => (
              <span key={problemText(shape, problem)} className="import-problem">
                {problemText(shape, problem)}
              </span>
            ))}
          </StateCell>
          <td rowSpan={span} data-label={t('importer.update.record')}>
            {row?.update?.name}
          </td>
        </>
      )}
      <td data-label={t('importer.update.field')}>{difference?.field}</td>
      <Value name="before" text={difference?.before} />
      <Value name="after" text={difference?.after} />
    </tr>
  ))
}

interface DifferencesTableProps {
  rows: ImportRows
  counts: Counts
  shape: ImportShape
}

/** Table of the changes in a file: record, field, old value and new value. */
export const DifferencesTable = ({ rows, counts, shape }: DifferencesTableProps) => {
  const { indexes, filter, pager } = useRowPage(rows, counts)
  return (
    <TableFrame
      title={t('importer.update.table')}
      className="import-differences"
      filter={filter}
      headings={(['record', 'field', 'before', 'after'] as const).map((name) => (
        <th key={name} scope="col">
          {t(`importer.update.${name}`)}
        </th>
      ))}
      pager={pager}
    >
      {indexes.map((index) => (
        <RecordRows key={index} rows={rows} index={index} shape={shape} />
      ))}
    </TableFrame>
  )
}
