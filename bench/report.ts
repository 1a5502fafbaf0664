/** Reports the figures as a table, and collects them for the JSON file. */

export const units = [
  'ms',
  's',
  'minutes',
  'MB',
  'KB',
  'rows/s',
  'calls/s',
  'statements/s',
  'ratio',
  'percent',
  'wrong',
  'times',
] as const

export interface Figure {
  part: string
  what: string
  value: number
  unit: (typeof units)[number]
  /** Figure of the same work in the same run without the product, such as its statements run by pgbench. */
  bare?: number
  /** Upper limit. */
  most?: number
  /** Lower limit. */
  least?: number
  note?: string
  /** Key of the row in the documents; figures with the same key are one row, which shows the worst. */
  row?: string
  /** Number of cases that were measured, if not all of them are reported. */
  cases?: number
}

const isWithinLimits = ({ value, most, least }: Figure): boolean =>
  (most === undefined || value <= most) && (least === undefined || value >= least)

const formatValue = (value: number, unit: Figure['unit']): string =>
  unit === 'ratio' || unit === 'percent'
    ? value.toFixed(2)
    : ['ms', 's', 'minutes', 'MB', 'KB'].includes(unit)
      ? value.toFixed(1)
      : Math.round(value).toLocaleString('en')

const formatFigure = (figure: Figure): string => {
  const { what, value, unit, bare, most, least, note } = figure
  const limit =
    most === undefined
      ? least === undefined
        ? ''
        : `≥ ${formatValue(least, unit)}`
      : `≤ ${formatValue(most, unit)}`
  return [
    limit === '' ? '    ' : isWithinLimits(figure) ? 'ok  ' : 'MISS',
    what.padEnd(58),
    `${formatValue(value, unit)} ${unit}`.padStart(16),
    (bare === undefined ? '' : `${formatValue(bare, unit)} bare`).padStart(16),
    limit.padStart(10),
    note ? `  ${note}` : '',
  ].join(' ')
}

export interface Report {
  figures: readonly Figure[]
  add: (figure: Figure) => void
}

/**
 * `patience` multiplies upper limits and divides lower limits. Limits in `wrong` and `times` stay, because a
 * busy machine does not affect them.
 */
export const openReport = (patience = 1): Report => {
  const figures: Figure[] = []
  return {
    figures,
    add: (measured) => {
      const isScaled = measured.unit !== 'wrong' && measured.unit !== 'times'
      const figure = {
        ...measured,
        ...(isScaled && measured.most !== undefined ? { most: measured.most * patience } : {}),
        ...(isScaled && measured.least !== undefined ? { least: measured.least / patience } : {}),
      }
      if (figures.at(-1)?.part !== figure.part) console.log(`\n${figure.part}`)
      figures.push(figure)
      console.log(formatFigure(figure))
    },
  }
}

export const countMissed = ({ figures }: Report): number =>
  figures.filter((figure) => !isWithinLimits(figure)).length

export const percentile = (durations: readonly number[], share: number): number => {
  const ascending = durations.toSorted((a, b) => a - b)
  return ascending[Math.min(ascending.length - 1, Math.floor(ascending.length * share))] ?? Number.NaN
}
