/** Returns round axis ticks from 0 to at least the largest value, as whole numbers. */
export const ticksTo = (largest: number, most = 4): number[] => {
  const rough = Math.max(1, largest / most)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.ceil([1, 2, 5, 10].map((one) => one * power).find((one) => one >= rough) ?? rough)
  return Array.from({ length: Math.ceil(Math.max(1, largest) / step) + 1 }, (_, nth) => nth * step)
}
