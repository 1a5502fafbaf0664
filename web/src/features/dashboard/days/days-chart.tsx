import { useState } from 'react'
import type { KeyboardEvent, PointerEvent, ReactNode, Ref } from 'react'

import { t } from '#platform/i18n.ts'
import { useGo } from '#platform/navigation.ts'
import { formatNumber } from '#platform/time.ts'

import { Figure } from '../figure.tsx'
import { describePeriod, formatAxisPeriod } from './format-period.ts'
import type { Period, Unit } from './periods.ts'

interface DaysChartProps {
  periods: readonly Period[]
  unit: Unit
  width: number
  linkTo: (period: Period) => string | undefined
  describedBy: string
  legend: ReactNode
  ref: Ref<SVGSVGElement>
}

/** Returns round axis ticks from 0 to at least the largest value, as whole numbers. */
export const ticksTo = (largest: number, maxTicks = 4): number[] => {
  const roughStep = Math.max(1, largest / maxTicks)
  const power = 10 ** Math.floor(Math.log10(roughStep))
  const step = Math.ceil(
    [1, 2, 5, 10].map((factor) => factor * power).find((factor) => factor >= roughStep) ?? roughStep,
  )
  return Array.from({ length: Math.ceil(Math.max(1, largest) / step) + 1 }, (_, index) => index * step)
}

/** Narrow charts are lower, to fit on a phone or a printed page with the other content. */
const heightFor = (width: number): number => (width < 900 ? 184 : 232)
const margins = { top: 12, right: 4, bottom: 26, letter: 7.5, gap: 8 }
const labelWidth = 64
const maxBarWidth = 40

/** Possible intervals between axis labels, in units. Long intervals of days are whole weeks. */
const labelSteps: Record<Unit, readonly number[]> = {
  day: [1, 2, 7, 14, 28],
  week: [1, 2, 4, 6, 8, 13, 26],
  month: [1, 3, 6, 12],
  year: [1, 5, 10, 50],
}

/** Computes the positions of ticks, bars, labels and the line of expected responses. */
const layoutOf = (periods: readonly Period[], unit: Unit, width: number) => {
  const ticks = ticksTo(Math.max(...periods.map(({ count, expected }) => Math.max(count, expected ?? 0))))
  const top = ticks.at(-1) ?? 1
  const height = heightFor(width)
  const left = formatNumber(top).length * margins.letter + margins.gap
  const step = (width - left - margins.right) / periods.length
  const bar = Math.min(maxBarWidth, Math.max(1, step * 0.72))
  const y = (value: number) => margins.top + (1 - value / top) * (height - margins.top - margins.bottom)
  return {
    height,
    ticks,
    left,
    step,
    bar,
    y,
    middle: (index: number) => left + step * (index + 0.5),
    /** Has gaps where nothing is planned. */
    line: periods
      .map(({ expected }, index) => {
        if (expected === null) return ''
        const startsLine = index === 0 || periods[index - 1]?.expected === null
        const [from, to] = [left + step * index, left + step * (index + 1)].map((x) => x.toFixed(1))
        return `${startsLine ? 'M' : 'L'}${from ?? ''} ${y(expected).toFixed(1)}H${to ?? ''}`
      })
      .join(''),
    labelEvery: labelSteps[unit].find((every) => every * step >= labelWidth) ?? Math.ceil(labelWidth / step),
  }
}

const Bars = ({
  periods,
  unit,
  width,
  selected,
  ref,
}: Pick<DaysChartProps, 'periods' | 'unit' | 'width' | 'ref'> & { selected: number }) => {
  const { height, ticks, left, step, bar, y, middle, line, labelEvery } = layoutOf(periods, unit, width)
  return (
    <svg
      ref={ref}
      className="days-drawing"
      viewBox={`0 0 ${String(width)} ${String(height)}`}
      aria-hidden="true"
      focusable="false"
    >
      {ticks.map((tick) => (
        <g key={tick}>
          <line className="days-grid" x1={left} x2={width - margins.right} y1={y(tick)} y2={y(tick)} />
          <text className="days-text" x={left - margins.gap} y={y(tick) + 4} textAnchor="end">
            {formatNumber(tick)}
          </text>
        </g>
      ))}
      <rect
        className="days-chosen"
        data-chosen
        x={left + step * selected}
        width={step}
        y={margins.top}
        height={height - margins.top - margins.bottom}
      />
      {periods.map(({ from, count, done }, index) => (
        <g key={from}>
          <rect
            className="days-others"
            x={middle(index) - bar / 2}
            width={bar}
            y={y(count)}
            height={y(done) - y(count)}
          />
          <rect
            className="days-done"
            x={middle(index) - bar / 2}
            width={bar}
            y={y(done)}
            height={y(0) - y(done)}
          />
        </g>
      ))}
      <path className="days-expected" d={line} />
      {periods.map(
        (period, index) =>
          index % labelEvery === 0 &&
          middle(index) + labelWidth / 2 <= width + margins.gap && (
            <text
              key={period.from}
              className="days-text"
              x={Math.max(middle(index), left + 12)}
              y={height - 6}
              textAnchor="middle"
            >
              {formatAxisPeriod(period, unit)}
            </text>
          ),
      )}
    </svg>
  )
}

const moves: Record<string, (index: number, last: number) => number> = {
  ArrowLeft: (index) => index - 1,
  ArrowDown: (index) => index - 1,
  ArrowRight: (index) => index + 1,
  ArrowUp: (index) => index + 1,
  PageDown: (index) => index - 7,
  PageUp: (index) => index + 7,
  Home: () => 0,
  End: (_, last) => last,
}

/**
 * Bar chart with a single tab stop. Arrow keys select a bar; screen readers and the line above the chart give
 * its figures. A tap selects a bar too, and the line above links to its list. A mouse click opens the list
 * directly.
 */
export const DaysChart = ({ periods, unit, width, linkTo, describedBy, legend, ref }: DaysChartProps) => {
  const go = useGo()
  const last = periods.length - 1
  const [chosenFrom, setChosenFrom] = useState<string>()
  const chosenIndex = periods.findIndex(({ from }) => from === chosenFrom)
  const selected = chosenIndex < 0 ? last : chosenIndex
  const period = periods[selected]
  if (!period) return null
  const to = linkTo(period)
  const choose = (index: number) => setChosenFrom(periods[Math.max(0, Math.min(last, index))]?.from)
  const selectAtPointer = (event: PointerEvent<HTMLElement>) => {
    const { left, width: shownWidth } = event.currentTarget.getBoundingClientRect()
    const { left: start, step } = layoutOf(periods, unit, width)
    choose(Math.floor((((event.clientX - left) / shownWidth) * width - start) / step))
  }
  const handleKey = (event: KeyboardEvent) => {
    const move = moves[event.key]
    if (event.key === 'Enter' && to !== undefined) go(to)
    if (!move) return
    event.preventDefault()
    choose(move(selected, last))
  }
  return (
    <>
      <div className="days-words">
        <p className="days-reading">
          {describePeriod(period)}
          {to !== undefined && period.count > 0 && (
            <span className="days-open">
              {' · '}
              <Figure to={to}>{t('dashboard.days.open')}</Figure>
            </span>
          )}
        </p>
        {legend}
      </div>
      <div
        role="slider"
        tabIndex={0}
        className={to === undefined ? 'days-chart' : 'days-chart days-chart-open'}
        aria-label={t(`dashboard.days.title.${unit}`)}
        aria-describedby={describedBy}
        aria-valuemin={1}
        aria-valuemax={periods.length}
        aria-valuenow={selected + 1}
        aria-valuetext={describePeriod(period)}
        onKeyDown={handleKey}
        onPointerMove={selectAtPointer}
        onPointerDown={selectAtPointer}
        onPointerUp={(event) => {
          if (to !== undefined && event.pointerType === 'mouse' && event.button === 0) go(to)
        }}
      >
        <Bars ref={ref} periods={periods} unit={unit} width={width} selected={selected} />
      </div>
    </>
  )
}
