import { Button, Checkbox } from 'antd'

import { t } from '../i18n.ts'
import { RecordLink } from './columns.tsx'
import type { Card } from './columns.tsx'
import type { RowsProps } from './list-table.tsx'

import './list-cards.css'

export const toggleId = (ids: readonly string[], id: string): string[] =>
  ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]

/** Rows of a list on a phone. */
export const ListCards = <Row extends { id: string }>({
  card,
  ...props
}: RowsProps<Row> & { card: (row: Row) => Card }) => (
  <ul className="list-cards">
    {props.rows.map((row) => {
      const { picture, title, detail, status } = card(row)
      const open = props.expanded.includes(row.id)
      return (
        <li key={row.id} className="list-row list-card" data-row-key={row.id} tabIndex={-1}>
          {props.selected && (
            <Checkbox
              aria-label={t('list.selectRow', { name: props.rowName(row) })}
              checked={props.selected.includes(row.id)}
              onChange={() => props.onSelect(toggleId(props.selected ?? [], row.id))}
            />
          )}
          {picture}
          <div className="list-card-text">
            <div className="list-card-head">
              <div className="list-card-title">
                <RecordLink path={props.rowPath?.(row)}>{title}</RecordLink>
              </div>
              {status}
              {props.expand && (
                <Button
                  type="link"
                  size="small"
                  aria-expanded={open}
                  onClick={() => props.onExpand(toggleId(props.expanded, row.id))}
                >
                  {open ? t('list.hideDetails') : t('list.showDetails')}
                </Button>
              )}
            </div>
            <div className="list-card-detail">{detail}</div>
          </div>
          {open && <div className="list-card-more">{props.expand?.(row)}</div>}
        </li>
      )
    })}
  </ul>
)
