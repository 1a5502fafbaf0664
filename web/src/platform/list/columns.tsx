import type { MessageKey } from '@baseline/contract/messages/translate.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { readAddress } from '../search-text.ts'
import { Instant } from '../ui/time-zone.tsx'

export interface Column<Row> {
  key: keyof Row & string
  label: MessageKey
  /** Instants read as `2026-11-14 09:30`; a sort by them is called newest first. */
  kind?: 'text' | 'time' | 'date' | 'code' | 'picture'
  render?: (row: Row) => ReactNode
  /** Where an export finds it in a field that is no or yes, and the words for both. */
  exported?: { from: keyof Row & string; words: readonly [no: MessageKey, yes: MessageKey] }
  /** Offered in the chooser, but not shown before somebody asks for it. */
  hiddenAtFirst?: boolean
}

/** The column that leads to the record: the first one with words. */
export const leadingColumn = <Row,>(columns: readonly Column<Row>[]): Column<Row> | undefined =>
  columns.find(({ kind }) => kind !== 'picture')

/** What a row shows on a phone: its two most important fields and a status. */
export interface Card {
  picture?: ReactNode
  title: ReactNode
  detail?: ReactNode
  status?: ReactNode
}

/** Nothing was entered; said with a sign instead of a hole. */
export const Blank = () => <span className="blank">—</span>

export const cellOf = <Row extends object>(column: Column<Row>, row: Row): ReactNode => {
  if (column.render) return column.render(row)
  const value = row[column.key]
  if (value === null || value === undefined || value === '') return <Blank />
  const text = String(value)
  if (column.kind === 'time') return <Instant at={text} />
  return column.kind === 'code' ? <code>{text}</code> : text
}

/** A real link, so that a row opens in a new tab like anything else on the web. */
export const RecordLink = ({ path, children }: { path: string | undefined; children: ReactNode }) => {
  if (path === undefined) return children
  const [to = '', search = ''] = path.split('?')
  return (
    <Link to={to} search={readAddress(search)}>
      {children}
    </Link>
  )
}
