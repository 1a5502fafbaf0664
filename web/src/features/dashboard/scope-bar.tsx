import type { Dashboard } from '@baseline/contract/dashboard/contract.ts'
import { Select } from 'antd'
import { useState } from 'react'

import { t } from '#platform/i18n.ts'
import { FilterChip } from '#platform/list/filter-chip.tsx'
import { isDate } from '#platform/list/filter-fields.ts'
import type { FilterCheck } from '#platform/list/filter-fields.ts'

import { datesField } from './view.ts'
import type { DashboardView } from './view.ts'

import './scope-bar.css'

interface ScopeBarProps {
  surveys: Dashboard['surveys']
  view: DashboardView
  onView: (view: DashboardView) => void
}

const allSurveys = 'all'

/** Returns undefined until the label of the selected survey is loaded. */
const selectedOption = (surveys: Dashboard['surveys'], survey: string | undefined): string | undefined =>
  survey === undefined ? allSurveys : surveys.find(({ id }) => id === survey)?.id

const problemOf: FilterCheck = (_, value) =>
  [value].flat().every((end) => end === '' || isDate(end))
    ? undefined
    : t('validation.mixed.default', { path: t('dashboard.dates') })

/** Selects the survey and the dates. A change shows the first page of the tables again. */
export const ScopeBar = ({ surveys, view, onView }: ScopeBarProps) => {
  const [open, setOpen] = useState(false)
  const apply = (dates: readonly string[] | undefined) => {
    setOpen(false)
    onView({ ...view, surveyDateRange: dates, offset: 0 })
  }
  return (
    <div role="search" className="scope-bar">
      <Select
        className="scope-survey"
        aria-label={t('dashboard.survey')}
        showSearch={{ optionFilterProp: 'label' }}
        value={selectedOption(surveys, view.survey)}
        options={[
          { value: allSurveys, label: t('dashboard.allSurveys') },
          ...surveys.map(({ id, label }) => ({ value: id, label })),
        ]}
        onChange={(id) => onView({ ...view, survey: id === allSurveys ? undefined : id, offset: 0 })}
      />
      <FilterChip
        field={datesField}
        value={view.surveyDateRange}
        blankText={t('dashboard.allDates')}
        problemOf={problemOf}
        open={open}
        onOpenChange={setOpen}
        onApply={(dates) => apply(typeof dates === 'string' || !dates.some(Boolean) ? undefined : dates)}
        onRemove={() => apply(undefined)}
      />
    </div>
  )
}
