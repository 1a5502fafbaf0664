import type { ImportColumn } from './columns.ts'
import type { RowProblem } from './import-rows.ts'
import { columnText } from './texts.ts'

/** Column headings: the label, and below it the heading in the file. */
export const ColumnHeads = ({ columns }: { columns: readonly ImportColumn[] }) =>
  columns.map(({ key, label }) => (
    <th key={key} scope="col">
      {columnText(label)} <code>{key}</code>
    </th>
  ))

interface CellsProps {
  columns: readonly ImportColumn[]
  textOf: (key: string) => string
  problems: readonly RowProblem[]
}

/** Cells of a row, each with its own problems. */
export const Cells = ({ columns, textOf, problems }: CellsProps) =>
  columns.map(({ key, label, kind, path }) => {
    const cellProblems = problems.filter(({ column }) => column === key)
    const text = textOf(key)
    return (
      <td
        key={key}
        data-label={columnText(label)}
        data-kind={kind}
        {...(path !== undefined && { 'data-question': true })}
        {...(cellProblems.length > 0 && { 'data-wrong': true })}
        {...(text === '' && { 'data-blank': true })}
      >
        <span className="import-text">{text}</span>
        {cellProblems.map(({ text: problemText }) => (
          <span key={problemText} className="import-problem">
            {problemText}
          </span>
        ))}
      </td>
    )
  })
