import { Button, Segmented } from 'antd'
import { useCallback, useId, useMemo, useState, useSyncExternalStore } from 'react'

import { label, t } from '../i18n.ts'
import { formatNumber } from '../time.ts'
import { Status } from '../ui/status.tsx'
import type { ImportColumn } from './columns.ts'
import type { Counts, ImportRows, RowState } from './import-rows.ts'

const pageSize = 50
const tones = { pending: 'off', imported: 'good', error: 'bad' } as const

const useRowState = (rows: ImportRows, index: number): RowState =>
  useSyncExternalStore(
    useCallback((listener) => rows.subscribeTo(index, listener), [rows, index]),
    () => rows.stateOf(index),
  )

/** One row of the file: what is wrong stands in the cell that it is wrong with. */
const Row = ({
  rows,
  index,
  columns,
}: {
  rows: ImportRows
  index: number
  columns: readonly ImportColumn[]
}) => {
  const state = useRowState(rows, index)
  const row = rows.rows[index]
  const problems = rows.problemsOf(index)
  const whole = problems.filter(({ column }) => column === undefined)
  return (
    <tr data-state={state} {...(rows.isStoredBefore(index) && { 'data-stored': true })}>
      <th scope="row">{row?.line}</th>
      <td className="import-state">
        <Status tone={tones[state]}>{t(`importer.states.${state}`)}</Status>
        {whole.map(({ text }) => (
          <span key={text} className="import-problem">
            {text}
          </span>
        ))}
      </td>
      {columns.map(({ key, label: name, kind }, at) => {
        const wrong = problems.filter(({ column }) => column === key)
        const filled = row?.texts[at] ?? ''
        return (
          <td
            key={key}
            data-label={label(name)}
            data-kind={kind}
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
      })}
    </tr>
  )
}

/** antd's own would come in a file of its own, at the cost of every list. */
const Pager = ({ from, total, onFrom }: { from: number; total: number; onFrom: (from: number) => void }) => {
  if (total <= pageSize) return null
  const until = Math.min(from + pageSize, total)
  const [first, last, all] = [from + 1, until, total].map(formatNumber)
  return (
    <nav className="import-pager" aria-label={t('importer.pager.title')}>
      <Button disabled={from === 0} onClick={() => onFrom(from - pageSize)}>
        {t('importer.pager.previous')}
      </Button>
      <span role="status">
        {t('importer.pager.shown', { first: first ?? '', last: last ?? '', all: all ?? '' })}
      </span>
      <Button disabled={until === total} onClick={() => onFrom(from + pageSize)}>
        {t('importer.pager.next')}
      </Button>
    </nav>
  )
}

const filters = ['all', 'error', 'before'] as const
type Shown = (typeof filters)[number]

interface CheckTableProps {
  rows: ImportRows
  counts: Counts
  columns: readonly ImportColumn[]
}

/** The rows of the file, a page at a time: of fifty thousand the browser draws fifty. */
export const CheckTable = ({ rows, counts, columns }: CheckTableProps) => {
  const title = useId()
  const figures = { all: counts.all, error: counts.bad, before: counts.before }
  const [chosen, setChosen] = useState<Shown>(counts.bad > 0 ? 'error' : 'all')
  const [page, setPage] = useState(0)
  // What has no such rows to show shows everything.
  const shown = figures[chosen] > 0 ? chosen : 'all'
  const figure = figures[shown]
  // The figure changes whenever those rows do.
  const found = useMemo(
    () => (shown !== 'all' && figure > 0 ? rows.inGroup(shown) : undefined),
    [rows, shown, figure],
  )
  const total = found?.length ?? counts.all
  const from = Math.min(page, Math.max(Math.ceil(total / pageSize) - 1, 0)) * pageSize
  const indexes = found
    ? found.slice(from, from + pageSize)
    : Array.from({ length: Math.min(pageSize, total - from) }, (_, at) => from + at)
  return (
    <section aria-labelledby={title} className="import-rows">
      <div className="import-tools">
        <h2 id={title}>{t('importer.table')}</h2>
        <Segmented
          aria-label={t('importer.show.title')}
          value={shown}
          onChange={(value) => {
            setChosen(value)
            setPage(0)
          }}
          options={filters
            // Most files are imported for the first time.
            .filter((value) => value !== 'before' || figures.before > 0)
            .map((value) => ({
              value,
              label: `${t(`importer.show.${value}`)} (${formatNumber(figures[value])})`,
              disabled: figures[value] === 0,
            }))}
        />
      </div>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must be able to scroll it too */}
      <div className="import-scroll" role="region" aria-labelledby={title} tabIndex={0}>
        <table aria-labelledby={title}>
          <thead>
            <tr>
              <th scope="col">{t('importer.columns.line')}</th>
              <th scope="col">{t('importer.columns.state')}</th>
              {columns.map(({ key, label: name }) => (
                <th key={key} scope="col">
                  {label(name)} <code>{key}</code>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {indexes.map((index) => (
              <Row key={index} rows={rows} index={index} columns={columns} />
            ))}
          </tbody>
        </table>
      </div>
      <Pager from={from} total={total} onFrom={(next) => setPage(next / pageSize)} />
    </section>
  )
}
