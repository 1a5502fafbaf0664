import { encode } from 'uqr'

/** The standard requires four light modules around a code. */
const quietZone = 4

/** Draws the dark modules of a row as horizontal lines. */
const drawRow = (row: readonly boolean[], y: number): string =>
  row.map((isDark, x) => (isDark ? `M${String(x)} ${String(y)}h1v1h-1z` : '')).join('')

/** Black on white in both colour schemes, because many scanners cannot read an inverted code. */
export const QrCode = ({ text, label }: { text: string; label: string }) => {
  const { data, size } = encode(text, { ecc: 'M', border: quietZone })
  return (
    <svg
      className="qr-code"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${String(size)} ${String(size)}`}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={data.map(drawRow).join('')} fill="#000" />
    </svg>
  )
}
