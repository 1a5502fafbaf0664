import { CaretDownOutlined, CaretUpOutlined } from '@ant-design/icons'
import { indicators } from '@baseline/contract/survey-responses/enumerators.ts'
import type { EnumeratorRow, Indicator } from '@baseline/contract/survey-responses/enumerators.ts'

import { t } from '#platform/i18n.ts'
import { Blank } from '#platform/list/columns.tsx'
import { orderOf, sortedColumn } from '#platform/list/list-state.ts'
import { formatNumber } from '#platform/time.ts'
import { PathLink } from '#platform/ui/path-link.tsx'

import { CellMark, FindingMarks } from './finding-marks.tsx'
import { findingsOf, indicatorValue, responsesPath } from './indicator-texts.ts'
import { paths } from './paths.ts'

interface MatrixProps {
  surveyId: string
  /** First instant of the window. */
  start: string
  rows: readonly EnumeratorRow[]
  orderBy: string
  onOrder: (orderBy: string) => void
}

type SortProps = Pick<MatrixProps, 'orderBy' | 'onOrder'> & {
  column: string
  label: string
  hint?: string
  firstSort?: 'ascend' | 'descend'
}

const Heading = ({ column, label, hint, firstSort = 'descend', orderBy, onOrder }: SortProps) => {
  const order = sortedColumn(orderBy)
  const isSorted = order.column === column
  const next = isSorted ? (order.descending ? 'ascend' : 'descend') : firstSort
  const direction = order.descending ? 'descending' : 'ascending'
  return (
    <th scope="col" aria-sort={isSorted ? direction : undefined}>
      <button type="button" title={hint} onClick={() => onOrder(orderOf(column, next))}>
        {label}{' '}
        {isSorted &&
          (order.descending ? (
            <CaretDownOutlined aria-hidden="true" />
          ) : (
            <CaretUpOutlined aria-hidden="true" />
          ))}
      </button>
    </th>
  )
}

interface CellProps extends Pick<MatrixProps, 'surveyId' | 'start'> {
  row: EnumeratorRow
  indicator: Indicator
}

/** The value with its sample size and the value of the others. Leads to the responses behind it. */
const Cell = ({ surveyId, start, row, indicator }: CellProps) => {
  const { value, n, others } = row.cells[indicator]
  const findings = findingsOf(row, indicator)
  if (value === null)
    return (
      <td>
        <Blank />
      </td>
    )
  const text = indicatorValue(indicator, value)
  const to = responsesPath(surveyId, row.name, indicator, start)
  return (
    <td className={findings.length > 0 ? 'cell-found' : undefined}>
      <span className="cell-value">
        <CellMark findings={findings} />
        {to === undefined ? (
          text
        ) : (
          <PathLink
            to={to}
            aria-label={t('enumerators.cell', {
              name: row.name,
              indicator: t(`enumerators.indicators.${indicator}`),
              value: text,
            })}
          >
            {text}
          </PathLink>
        )}
      </span>
      <span className="cell-note">{t('enumerators.sample', { count: formatNumber(n) })}</span>
      <span className="cell-note">
        {others === null
          ? t('enumerators.fewOthers')
          : t('enumerators.others', { value: indicatorValue(indicator, others) })}
      </span>
    </td>
  )
}

const Row = ({ surveyId, start, row }: Omit<CellProps, 'indicator'>) => (
  <tr>
    <th scope="row">
      <PathLink to={paths.view(row.key, surveyId)}>{row.name}</PathLink>
      {row.district !== null && <span className="cell-note">{row.district}</span>}
    </th>
    {indicators.map((indicator) => (
      <Cell key={indicator} surveyId={surveyId} start={start} row={row} indicator={indicator} />
    ))}
    <td className="cell-findings">
      <FindingMarks findings={findingsOf(row, undefined)} />
    </td>
  </tr>
)

/** People and their figures. */
export const Matrix = ({ surveyId, start, rows, orderBy, onOrder }: MatrixProps) => {
  const sort = { orderBy, onOrder }
  return (
    <div
      className="matrix-scroll"
      role="region"
      aria-label={t('enumerators.table')}
      // A region that scrolls needs the focus, for keyboards.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      <table className="matrix" aria-label={t('enumerators.table')}>
        <thead>
          <tr>
            <Heading column="name" label={t('enumerators.name')} firstSort="ascend" {...sort} />
            {indicators.map((indicator) => (
              <Heading
                key={indicator}
                column={indicator}
                label={t(`enumerators.indicators.${indicator}`)}
                hint={t(`enumerators.hints.${indicator}`)}
                {...sort}
              />
            ))}
            <Heading column="findings" label={t('enumerators.otherFindings')} {...sort} />
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.key} surveyId={surveyId} start={start} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  )
}
