import { columnText } from './column-text.ts'
import type { ImportColumn } from './columns.ts'
import type { RowProblem } from './import-rows.ts'

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
    const wrong = problems.filter(({ column }) => column === key)
    const filled = textOf(key)
    return (
      <td
        key={key}
        data-label={columnText(label)}
        data-kind={kind}
        {...(path !== undefined && { 'data-question': true })}
        {...(wrong.length > 0 && { 'data-wrong': true })}
        {...(filled === '' && { 'data-blank': true })}
      >
        <span className="import-text">{filled}</span>
        {wrong.map(({ text }) => (
          <span key={text} className="import-problem">
            {text}
          </span>
        ))}
      </td>
    )
  })
