import type { SurveyExport } from '@baseline/contract/survey-responses/exports/contract.ts'

import { label, t } from '#platform/i18n.ts'
import { filterText } from '#platform/list/filter-fields.ts'
import type { FilterField, FilterValue } from '#platform/list/filter-fields.ts'
import { formatInstant } from '#platform/time.ts'

import { surveyResponsesList } from '../list.ts'

/**
 * Formats a range of whole days as dates, like the list does. Whole days of another time zone keep their
 * times.
 */
const toDays = (range: readonly string[]): string[] => {
  const times = range.map((instant) => instant && formatInstant(instant))
  const areDays = times.every((time, index) => !time || time.endsWith(index === 0 ? '00:00' : '23:59'))
  return areDays ? times.map((time) => time.slice(0, 10)) : times
}

const toEnteredValue = (field: FilterField, value: FilterValue): FilterValue =>
  field.kind === 'dates' && field.valueType === 'instant' && typeof value !== 'string' ? toDays(value) : value

/** An open end of a range is null. The filter fields have a blank instead. */
const fillOpenEnds = (value: unknown): unknown =>
  Array.isArray(value) ? value.map((one: unknown) => one ?? '') : value

const isFilterValue = (value: unknown): value is FilterValue =>
  typeof value === 'string' || (Array.isArray(value) && value.every((one) => typeof one === 'string'))

/**
 * Formats a filter like `Status: Submitted · Village: Gondola`. Leaves out the survey, which is shown
 * elsewhere.
 */
export const formatFilter = (filter: SurveyExport['filter']): string => {
  const parts = surveyResponsesList.filters.flatMap((field): string[] => {
    const value = fillOpenEnds(Reflect.get(filter, field.name))
    if (field.name === 'surveyId' || !isFilterValue(value)) return []
    return [`${label(field.label)}: ${filterText(field, toEnteredValue(field, value))}`]
  })
  const answers = Object.entries(filter.answers ?? {}).map(
    ([key, values]) => `${key}: ${values.filter(Boolean).join(' – ')}`,
  )
  return [...parts, ...answers].join(' · ') || t('entities.surveyExports.own.allResponses')
}
