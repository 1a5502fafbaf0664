import { useId, useMemo, useState } from 'react'

import { t } from '../i18n.ts'
import { Status } from '../ui/status.tsx'
import { Cells, ColumnHeads } from './cells.tsx'
import type { ImportSheet } from './columns.ts'
import type { Counts, ImportRows } from './import-rows.ts'
import { Pager, pageSize } from './pager.tsx'

interface LinesTableProps {
  rows: ImportRows
  sheet: ImportSheet
  /** Changes when the server has answered rows. */
  counts: Counts
}

/** Table of a further sheet; rows with errors come first. */
export const LinesTable = ({ rows, sheet, counts }: LinesTableProps) => {
  const title = useId()
  const [from, setFrom] = useState(0)
  const lines = useMemo(() => {
    const all = counts.all > 0 ? rows.linesOf(sheet.name) : []
    return [...all.filter(({ words }) => words.length > 0), ...all.filter(({ words }) => words.length === 0)]
  }, [rows, sheet.name, counts])
  const columns = sheet.columns.filter(
    ({ hidden }, at) => !hidden || lines.some(({ texts }) => texts[at] !== ''),
  )
  const place = new Map(sheet.columns.map(({ key }, at) => [key, at]))
  if (lines.length === 0) return null
  return (
    <section aria-labelledby={title} className="import-rows">
      <div className="import-tools">
        <h2 id={title}>{t('importer.sheet', { label: sheet.label, name: sheet.name })}</h2>
      </div>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable by keyboard */}
      <div className="import-scroll" role="region" aria-labelledby={title} tabIndex={0}>
        <table aria-labelledby={title}>
          <thead>
            <tr>
              <th scope="col">{t('importer.columns.line')}</th>
              <th scope="col">{t('importer.columns.state')}</th>
              <ColumnHeads columns={columns} />
            </tr>
          </thead>
          <tbody>
            {lines.slice(from, from + pageSize).map(({ line, row, texts, words }) => (
              <tr key={line}>
                <th scope="row">{line}</th>
                <td className="import-state">
                  {words.length > 0 ? (
                    <Status tone="bad">{t('importer.states.error')}</Status>
                  ) : (
                    t('importer.belongsTo', { row: row ?? 0 })
                  )}
                </td>
                <Cells
                  columns={columns}
                  textOf={(key) => texts[place.get(key) ?? -1] ?? ''}
                  problems={words}
                />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Pager from={from} total={lines.length} onFrom={setFrom} />
    </section>
  )
}
