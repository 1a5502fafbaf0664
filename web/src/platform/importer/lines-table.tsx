import { useMemo, useState } from 'react'

import { t } from '../i18n.ts'
import { Status } from '../ui/status.tsx'
import { Cells, ColumnHeads } from './cells.tsx'
import type { ImportSheet } from './columns.ts'
import type { Counts, ImportRows } from './import-rows.ts'
import { Pager, pageSize } from './pager.tsx'
import { TableFrame } from './table-frame.tsx'

interface LinesTableProps {
  rows: ImportRows
  sheet: ImportSheet
  /** Changes when the server has answered rows. */
  counts: Counts
}

/** Table of a further sheet; rows with errors come first. */
export const LinesTable = ({ rows, sheet, counts }: LinesTableProps) => {
  const [start, setStart] = useState(0)
  const lines = useMemo(() => {
    const all = counts.all > 0 ? rows.linesOf(sheet.name) : []
    return [
      ...all.filter(({ rowProblems }) => rowProblems.length > 0),
      ...all.filter(({ rowProblems }) => rowProblems.length === 0),
    ]
  }, [rows, sheet.name, counts])
  const columns = sheet.columns.filter(
    ({ hidden }, index) => !hidden || lines.some(({ texts }) => texts[index] !== ''),
  )
  const columnIndexes = new Map(sheet.columns.map(({ key }, index) => [key, index]))
  if (lines.length === 0) return null
  return (
    <TableFrame
      title={t('importer.sheet', { label: sheet.label, name: sheet.name })}
      headings={<ColumnHeads columns={columns} />}
      pager={<Pager start={start} total={lines.length} onStart={setStart} />}
    >
      {lines.slice(start, start + pageSize).map(({ line, row, texts, rowProblems }) => (
        <tr key={line}>
          <th scope="row">{line}</th>
          <td className="import-state">
            {rowProblems.length > 0 ? (
              <Status tone="bad">{t('importer.states.error')}</Status>
            ) : (
              t('importer.belongsTo', { row: row ?? 0 })
            )}
          </td>
          <Cells
            columns={columns}
            textOf={(key) => texts[columnIndexes.get(key) ?? -1] ?? ''}
            problems={rowProblems}
          />
        </tr>
      ))}
    </TableFrame>
  )
}
