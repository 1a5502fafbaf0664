import { Fragment } from 'react'

import { chosenLanguage, label, t } from '#platform/i18n.ts'
import { filterText, isSet } from '#platform/list/filter-fields.ts'
import type { Filter, FilterField, FilterValue } from '#platform/list/filter-fields.ts'
import { useFilterRecords } from '#platform/list/use-filter-records.ts'
import { formatNumber } from '#platform/time.ts'

import { useResponsesList } from '../answer-fields.ts'

/**
 * Returns a text like `Status Submitted or Resubmitted`. Names every value, because the user is about to
 * change all of them.
 */
const FilterPhrase = ({ field, value }: { field: FilterField; value: FilterValue }) => {
  const { records } = useFilterRecords(field)
  const name = label(field.label)
  if (field.kind === 'given') return name
  if (field.kind === 'dates' || field.kind === 'range' || typeof value === 'string')
    return `${name} ${filterText(field, value, records)}`
  const disjunction = new Intl.ListFormat(chosenLanguage(), { type: 'disjunction' })
  return `${name} ${disjunction.format(value.map((one) => filterText(field, [one], records)))}`
}

const FilterPhrases = ({ filter }: { filter: Filter }) => {
  const { list } = useResponsesList()
  const activeFilters = list.filters.flatMap((field): { field: FilterField; value: FilterValue }[] => {
    const value = filter[field.name]
    return isSet(value) ? [{ field, value }] : []
  })
  return activeFilters.map(({ field, value }, index) => (
    <Fragment key={field.name}>
      {index === 0 ? ': ' : ', '}
      <FilterPhrase field={field} value={value} />
    </Fragment>
  ))
}

/** Describes the responses of a bulk review: all results of a filter, or rows selected individually. */
export const BulkSelection = ({ count, filter }: { count: number; filter: Filter | undefined }) => {
  if (filter)
    return (
      <>
        {t('entities.surveyResponses.review.selection.all', { count: formatNumber(count) })}
        <FilterPhrases filter={filter} />
      </>
    )
  return count === 1
    ? t('entities.surveyResponses.review.selection.one')
    : t('entities.surveyResponses.review.selection.many', { count: formatNumber(count) })
}
