/** Reports the figures as a table, and keeps them for the JSON file. */

export interface Figure {
  part: string
  what: string
  value: number
  unit: 'ms' | 'rows/s' | 'calls/s' | 'ratio' | 'wrong' | 'times'
  /** The figure of the bare engine for the same work in the same run. */
  bare?: number
  /** Upper limit; `least` is the lower limit. */
  most?: number
  least?: number
  note?: string
}

const holds = ({ value, most, least }: Figure): boolean =>
  (most === undefined || value <= most) && (least === undefined || value >= least)

const shown = (value: number, unit: Figure['unit']): string =>
  unit === 'ratio'
    ? value.toFixed(2)
    : unit === 'ms'
      ? value.toFixed(1)
      : Math.round(value).toLocaleString('en')

const line = (figure: Figure): string => {
  const { what, value, unit, bare, most, least, note } = figure
  const bar =
    most === undefined ? (least === undefined ? '' : `≥ ${shown(least, unit)}`) : `≤ ${shown(most, unit)}`
  return [
    bar === '' ? '    ' : holds(figure) ? 'ok  ' : 'MISS',
    what.padEnd(58),
    `${shown(value, unit)} ${unit}`.padStart(16),
    (bare === undefined ? '' : `${shown(bare, unit)} bare`).padStart(16),
    bar.padStart(10),
    note ? `  ${note}` : '',
  ].join(' ')
}

export interface Report {
  figures: readonly Figure[]
  tell: (figure: Figure) => void
}

/** `patience` multiplies the time limits and divides the rate limits. */
export const openReport = (patience = 1): Report => {
  const figures: Figure[] = []
  return {
    figures,
    tell: (told) => {
      const timed = told.unit !== 'wrong' && told.unit !== 'times'
      const figure = {
        ...told,
        ...(timed && told.most !== undefined ? { most: told.most * patience } : {}),
        ...(timed && told.least !== undefined ? { least: told.least / patience } : {}),
      }
      if (figures.at(-1)?.part !== figure.part) console.log(`\n${figure.part}`)
      figures.push(figure)
      console.log(line(figure))
    },
  }
}

export const missed = ({ figures }: Report): number => figures.filter((figure) => !holds(figure)).length

export const percentile = (taken: readonly number[], share: number): number => {
  const ascending = taken.toSorted((a, b) => a - b)
  return ascending[Math.min(ascending.length - 1, Math.floor(ascending.length * share))] ?? Number.NaN
}
