import { FilterOutlined } from '@ant-design/icons'
import { Badge, Button, Drawer, Select } from 'antd'
import { useState } from 'react'

import { label, t } from '../i18n.ts'
import type { FilterBarProps } from './filter-bar.tsx'
import { FilterEditor, FilterProblem } from './filter-editor.tsx'
import { isSet } from './filter-fields.ts'
import type { Filter } from './filter-fields.ts'

export interface FilterDrawerProps extends Omit<FilterBarProps, 'onFilter'> {
  orderBy: string
  orders: { value: string; label: string }[]
  onApply: (filter: Filter, orderBy: string) => void
}

/** On a phone: all filters and the order in one drawer, applied together. */
export const FilterDrawer = ({ fields, search, filter, problemOf, onApply, ...sort }: FilterDrawerProps) => {
  const [draft, setDraft] = useState<{ filter: Filter; orderBy: string }>()
  const [problems, setProblems] = useState<Partial<Record<string, string>>>({})
  const drawerFields = fields.filter(({ name }) => name !== search)
  const activeCount = drawerFields.filter(({ name }) => isSet(filter[name])).length
  const close = () => {
    setDraft(undefined)
    setProblems({})
  }
  const apply = () => {
    if (!draft) return
    const problemEntries = drawerFields.flatMap((field): [string, string][] => {
      const problem = problemOf?.(field, draft.filter[field.name] ?? '')
      return problem === undefined ? [] : [[field.name, problem]]
    })
    setProblems(Object.fromEntries(problemEntries))
    if (problemEntries.length > 0) return
    close()
    onApply(draft.filter, draft.orderBy)
  }
  return (
    <>
      <Badge count={activeCount} size="small">
        <Button
          icon={<FilterOutlined aria-hidden="true" />}
          onClick={() => setDraft({ filter, orderBy: sort.orderBy })}
        >
          {t('list.filters')}
        </Button>
      </Badge>
      <Drawer
        title={t('list.filters')}
        placement="bottom"
        size="80vh"
        open={draft !== undefined}
        onClose={close}
        extra={
          activeCount > 0 && (
            <Button
              type="link"
              onClick={() => {
                close()
                onApply({}, sort.orderBy)
              }}
            >
              {t('list.clear')}
            </Button>
          )
        }
        footer={
          <Button type="primary" block onClick={apply}>
            {t('list.showResults')}
          </Button>
        }
      >
        {draft && (
          <div className="filter-drawer">
            {sort.orders.length > 0 && (
              <div className="filter-drawer-field">
                <span>{t('list.order.title')}</span>
                <Select
                  aria-label={t('list.order.title')}
                  value={draft.orderBy}
                  options={sort.orders}
                  onChange={(orderBy) => setDraft({ ...draft, orderBy })}
                />
              </div>
            )}
            {drawerFields
              .filter(({ kind, name }) => kind !== 'given' || isSet(draft.filter[name]))
              .map((field) => (
                <div key={field.name} className="filter-drawer-field">
                  <span>{label(field.label)}</span>
                  <FilterEditor
                    field={field}
                    value={draft.filter[field.name]}
                    onChange={(value) =>
                      setDraft({ ...draft, filter: { ...draft.filter, [field.name]: value } })
                    }
                  />
                  {problems[field.name] !== undefined && <FilterProblem text={problems[field.name] ?? ''} />}
                </div>
              ))}
          </div>
        )}
      </Drawer>
    </>
  )
}
