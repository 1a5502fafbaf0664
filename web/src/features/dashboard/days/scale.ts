/** Returns round axis ticks from 0 to at least the largest value, as whole numbers. */
export const ticksTo = (largest: number, maxTicks = 4): number[] => {
  const roughStep = Math.max(1, largest / maxTicks)
  const power = 10 ** Math.floor(Math.log10(roughStep))
  const step = Math.ceil(
    [1, 2, 5, 10].map((factor) => factor * power).find((factor) => factor >= roughStep) ?? roughStep,
  )
  return Array.from({ length: Math.ceil(Math.max(1, largest) / step) + 1 }, (_, index) => index * step)
}
