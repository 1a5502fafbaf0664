import type { MessageKey } from '@baseline/contract/messages/translate.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import type { Label } from '../i18n.ts'
import { readAddress } from '../search-text.ts'
import { Instant } from '../ui/time-zone.tsx'
import { valueAt } from './value-at.ts'

export interface Column<Row> {
  /** A field of the row, or a member of an object in it: `answers.age`. */
  key: (keyof Row & string) | `${keyof Row & string}.${string}`
  label: Label
  /** Instants are shown as `2026-11-14 09:30`; sorting by them is labelled "newest first". */
  kind?: 'text' | 'number' | 'time' | 'date' | 'code' | 'picture'
  render?: (row: Row) => ReactNode
  /** For the export of a boolean field: its name, and the labels of both values. */
  exportAs?: { field: keyof Row & string; labels: readonly [no: MessageKey, yes: MessageKey] }
  /** Available in the column chooser, but hidden by default. */
  hiddenByDefault?: boolean
}

/** Returns the column that links to the record: the first one with text. */
export const leadingColumn = <Row,>(columns: readonly Column<Row>[]): Column<Row> | undefined =>
  columns.find(({ kind }) => kind !== 'picture')

/** Content of a row on a phone: its two most important fields and a status. */
export interface Card {
  picture?: ReactNode
  title: ReactNode
  detail?: ReactNode
  status?: ReactNode
}

/** Placeholder for an empty value. */
export const Blank = () => <span className="blank">—</span>

const textOf = (value: unknown): string => {
  if (Array.isArray(value)) return value.join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

export const cellOf = <Row extends object>(column: Column<Row>, row: Row): ReactNode => {
  if (column.render) return column.render(row)
  const value = valueAt(row, column.key)
  if (value === null || value === undefined || value === '') return <Blank />
  const text = textOf(value)
  if (column.kind === 'time') return <Instant at={text} />
  return column.kind === 'code' ? <code>{text}</code> : text
}

/** A real link, so that a row can be opened in a new tab. */
export const RecordLink = ({ path, children }: { path: string | undefined; children: ReactNode }) => {
  if (path === undefined) return children
  const [to = '', search = ''] = path.split('?')
  return (
    <Link to={to} search={readAddress(search)}>
      {children}
    </Link>
  )
}
