import { indicators, trendIndicators } from '@baseline/contract/survey-responses/enumerators.ts'
import type { Enumerator } from '@baseline/contract/survey-responses/enumerators.ts'

import { t } from '#platform/i18n.ts'
import { Blank } from '#platform/list/columns.tsx'
import { formatNumber } from '#platform/time.ts'
import { PathLink } from '#platform/ui/path-link.tsx'

import { CellMark } from './finding-marks.tsx'
import { findingsOf, indicatorValue, responsesPath } from './indicator-texts.ts'
import { TrendLine } from './trend-line.tsx'

/** The figures of a person next to the figures of the others. */
export const PersonFigures = ({ person }: { person: Enumerator }) => (
  <div className="person-scroll">
    <table className="person-table" aria-label={t('enumerators.person.figures')}>
      <thead>
        <tr>
          <th scope="col">{t('enumerators.person.indicator')}</th>
          <th scope="col">{t('enumerators.person.own')}</th>
          <th scope="col">{t('enumerators.person.n')}</th>
          <th scope="col">{t('enumerators.person.others')}</th>
        </tr>
      </thead>
      <tbody>
        {indicators.map((indicator) => {
          const { value, n, others } = person.cells[indicator]
          if (value === null) return null
          const to = responsesPath(person.survey.id, person.name, indicator, person.window?.start ?? '')
          const text = indicatorValue(indicator, value)
          return (
            <tr key={indicator}>
              <th scope="row" title={t(`enumerators.hints.${indicator}`)}>
                {t(`enumerators.indicators.${indicator}`)}
              </th>
              <td>
                <CellMark findings={findingsOf(person, indicator)} />{' '}
                {to === undefined ? text : <PathLink to={to}>{text}</PathLink>}
              </td>
              <td>{formatNumber(n)}</td>
              <td>{others === null ? t('enumerators.fewOthers') : indicatorValue(indicator, others)}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  </div>
)

/** The figures of each of the last eight weeks. */
export const PersonWeeks = ({ person: { weeks } }: { person: Enumerator }) => (
  <div
    className="person-scroll"
    role="region"
    aria-label={t('enumerators.person.weeks')}
    // A region that scrolls needs the focus, for keyboards.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    tabIndex={0}
  >
    <table className="person-table" aria-label={t('enumerators.person.weeks')}>
      <thead>
        <tr>
          <th scope="col">{t('enumerators.person.indicator')}</th>
          <th scope="col">{t('enumerators.person.trend')}</th>
          {weeks.map(({ from }) => (
            <th key={from} scope="col">
              {t('enumerators.person.week', { day: from.slice(5) })}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">{t('enumerators.person.count')}</th>
          <td>
            <TrendLine values={weeks.map(({ interviews }) => interviews)} />
          </td>
          {weeks.map(({ from, interviews }) => (
            <td key={from}>{formatNumber(interviews)}</td>
          ))}
        </tr>
        {trendIndicators
          .filter((indicator) => weeks.some(({ values }) => values[indicator] !== null))
          .map((indicator) => (
            <tr key={indicator}>
              <th scope="row">{t(`enumerators.indicators.${indicator}`)}</th>
              <td>
                <TrendLine values={weeks.map(({ values }) => values[indicator])} />
              </td>
              {weeks.map(({ from, values }) => {
                const value = values[indicator]
                return <td key={from}>{value === null ? <Blank /> : indicatorValue(indicator, value)}</td>
              })}
            </tr>
          ))}
      </tbody>
    </table>
  </div>
)
