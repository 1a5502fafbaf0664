import { Segmented } from 'antd'
import { useCallback, useMemo, useState, useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'

import { t } from '../i18n.ts'
import { formatNumber } from '../time.ts'
import { Status } from '../ui/status.tsx'
import { Cells, ColumnHeads } from './cells.tsx'
import type { ImportColumn } from './columns.ts'
import type { Counts, ImportRows, ImportShape, RowState } from './import-rows.ts'
import { LinesTable } from './lines-table.tsx'
import { Pager, pageSize } from './pager.tsx'
import { TableFrame } from './table-frame.tsx'
import { lineText } from './texts.ts'

const tones = { pending: 'off', imported: 'good', error: 'bad' } as const

export const useRowState = (rows: ImportRows, index: number): RowState =>
  useSyncExternalStore(
    useCallback((listener) => rows.subscribeTo(index, listener), [rows, index]),
    () => rows.stateOf(index),
  )

interface StateCellProps {
  rows: ImportRows
  index: number
  rowSpan?: number
  children?: ReactNode
}

/** Shows the status of a row, and the problems that belong to none of its cells. */
export const StateCell = ({ rows, index, rowSpan, children }: StateCellProps) => {
  const state = useRowState(rows, index)
  const rowTexts = rows
    .problemsOf(index)
    // With children, the caller shows the problems of cells itself.
    .filter(({ column, at }) => column === undefined || (at && children === undefined))
    .map(({ text, at }) => (at ? lineText(at, text) : text))
  return (
    <td className="import-state" {...(rowSpan !== undefined && { rowSpan })}>
      <Status tone={tones[state]}>{t(`importer.states.${state}`)}</Status>
      {rowTexts.map((text) => (
        <span key={text} className="import-problem">
          {text}
        </span>
      ))}
      {children}
    </td>
  )
}

interface RowProps {
  rows: ImportRows
  index: number
  columns: readonly ImportColumn[]
  columnIndexes: ReadonlyMap<string, number>
}

/** A row of the file; each problem is shown in its cell. */
const Row = ({ rows, index, columns, columnIndexes }: RowProps) => {
  const state = useRowState(rows, index)
  const row = rows.rows[index]
  return (
    <tr data-state={state} {...(rows.isStoredBefore(index) && { 'data-stored': true })}>
      <th scope="row">{row?.line}</th>
      <StateCell rows={rows} index={index} />
      <Cells
        columns={columns}
        textOf={(key) => row?.texts[columnIndexes.get(key) ?? -1] ?? ''}
        problems={rows.problemsOf(index).filter(({ at }) => !at)}
      />
    </tr>
  )
}

const filters = ['all', 'error', 'before'] as const
type RowFilter = (typeof filters)[number]

/** Returns the rows of one page, with the filter and the pager. */
export const useRowPage = (rows: ImportRows, counts: Counts) => {
  const countByFilter = { all: counts.all, error: counts.bad, before: counts.before }
  const [chosenFilter, setChosenFilter] = useState<RowFilter>(counts.bad > 0 ? 'error' : 'all')
  const [page, setPage] = useState(0)
  // A filter without matching rows falls back to all rows.
  const activeFilter = countByFilter[chosenFilter] > 0 ? chosenFilter : 'all'
  const count = countByFilter[activeFilter]
  // The number changes whenever these rows do.
  const matches = useMemo(
    () => (activeFilter !== 'all' && count > 0 ? rows.indexesInGroup(activeFilter) : undefined),
    [rows, activeFilter, count],
  )
  const total = matches?.length ?? counts.all
  const start = Math.min(page, Math.max(Math.ceil(total / pageSize) - 1, 0)) * pageSize
  const indexes = matches
    ? matches.slice(start, start + pageSize)
    : Array.from({ length: Math.min(pageSize, total - start) }, (_, offset) => start + offset)
  const filter = (
    <Segmented
      aria-label={t('importer.show.title')}
      value={activeFilter}
      onChange={(value) => {
        setChosenFilter(value)
        setPage(0)
      }}
      options={filters
        // Hidden unless rows were imported before.
        .filter((value) => value !== 'before' || countByFilter.before > 0)
        .map((value) => ({
          value,
          label: `${t(`importer.show.${value}`)} (${formatNumber(countByFilter[value])})`,
          disabled: countByFilter[value] === 0,
        }))}
    />
  )
  const pager = <Pager start={start} total={total} onStart={(next) => setPage(next / pageSize)} />
  return { indexes, filter, pager }
}

/** Excludes questions that no row answers. */
const usedColumns = ({ columns }: ImportShape, { rows }: ImportRows): Set<string> =>
  new Set(
    columns
      .filter(({ path }, index) => path === undefined || rows.some(({ texts }) => texts[index] !== ''))
      .map(({ key }) => key),
  )

/** If there are columns for questions, columns with errors on this page come first. */
const columnsToShow = (
  { columns }: ImportShape,
  usedKeys: ReadonlySet<string>,
  rows: ImportRows,
  indexes: readonly number[],
): ImportColumn[] => {
  const wrongColumns = new Set(
    indexes.flatMap((index) =>
      rows.problemsOf(index).flatMap(({ column, at }) => (at ? [] : (column ?? []))),
    ),
  )
  const shownColumns = columns.filter(({ key }) => usedKeys.has(key) || wrongColumns.has(key))
  if (shownColumns.every(({ path }) => path === undefined)) return shownColumns
  return [
    ...shownColumns.filter(({ key }) => wrongColumns.has(key)),
    ...shownColumns.filter(({ key }) => !wrongColumns.has(key)),
  ]
}

interface CheckTableProps {
  rows: ImportRows
  counts: Counts
  shape: ImportShape
}

/** Table of the file's rows, one page at a time, because a file may have 50,000. */
export const CheckTable = ({ rows, counts, shape }: CheckTableProps) => {
  const { indexes, filter, pager } = useRowPage(rows, counts)
  const columnIndexes = useMemo(() => new Map(shape.columns.map(({ key }, index) => [key, index])), [shape])
  const usedKeys = useMemo(() => usedColumns(shape, rows), [shape, rows])
  const columns = columnsToShow(shape, usedKeys, rows, indexes)
  return (
    <>
      <TableFrame
        title={t('importer.table')}
        className="import-main"
        filter={filter}
        headings={<ColumnHeads columns={columns} />}
        pager={pager}
      >
        {indexes.map((index) => (
          <Row key={index} rows={rows} index={index} columns={columns} columnIndexes={columnIndexes} />
        ))}
      </TableFrame>
      {shape.sheets?.map((sheet) => (
        <LinesTable key={sheet.name} rows={rows} sheet={sheet} counts={counts} />
      ))}
    </>
  )
}
