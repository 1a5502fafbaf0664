import { DownOutlined } from '@ant-design/icons'
import { Button, Checkbox, Popover, Radio } from 'antd'
import { useState } from 'react'

import { label, t } from '../i18n.ts'
import { leadingColumn } from './columns.tsx'
import type { Column } from './columns.tsx'
import type { ListPreferences } from './list-preferences.ts'

interface ColumnMenuProps<Row> {
  columns: readonly Column<Row>[]
  preferences: ListPreferences
  onChange: (next: Partial<ListPreferences>) => void
}

/** Chooses the columns and the density. The column that links to the record is always shown. */
export const ColumnMenu = <Row,>({ columns, preferences, onChange }: ColumnMenuProps<Row>) => {
  const [open, setOpen] = useState(false)
  const leading = leadingColumn(columns)
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      arrow={false}
      open={open}
      onOpenChange={setOpen}
      content={
        <div className="column-menu">
          <fieldset>
            <legend>{t('list.columns')}</legend>
            {columns.map((column) => (
              <Checkbox
                key={column.key}
                disabled={column === leading}
                checked={!preferences.hidden.includes(column.key)}
                onChange={({ target }) =>
                  onChange({
                    hidden: target.checked
                      ? preferences.hidden.filter((key) => key !== column.key)
                      : [...preferences.hidden, column.key],
                  })
                }
              >
                {label(column.label)}
              </Checkbox>
            ))}
          </fieldset>
          <fieldset>
            <legend>{t('list.density.title')}</legend>
            <Radio.Group
              vertical
              value={preferences.density}
              options={[
                { value: 'comfortable', label: t('list.density.comfortable') },
                { value: 'compact', label: t('list.density.compact') },
              ]}
              onChange={({ target }) =>
                onChange({ density: target.value === 'compact' ? 'compact' : 'comfortable' })
              }
            />
          </fieldset>
        </div>
      }
    >
      <Button type="text" aria-haspopup="dialog" aria-expanded={open}>
        {t('list.columns')} <DownOutlined aria-hidden="true" />
      </Button>
    </Popover>
  )
}
