const width = 96
const height = 24

/** A line through the values of weeks, from the oldest on. The table beside it has the numbers. */
export const TrendLine = ({ values }: { values: readonly (number | null)[] }) => {
  const highest = Math.max(...values.map((value) => value ?? 0)) || 1
  const step = width / Math.max(1, values.length - 1)
  const points = values.flatMap((value, week) =>
    value === null ? [] : [[week * step, height - 2 - (value / highest) * (height - 4)] as const],
  )
  return (
    <svg className="trend-line" viewBox={`0 0 ${String(width)} ${String(height)}`} aria-hidden="true">
      <polyline points={points.map((point) => point.join(',')).join(' ')} />
      {points.map(([x, y]) => (
        <circle key={x} cx={x} cy={y} r={1.5} />
      ))}
    </svg>
  )
}
