import type { SurveyResponseFilter } from '../contract/src/survey-responses/filter.ts'
import type { BenchStack } from './bench-stack.ts'
import { combinations, orders, pathOf, samplesOf, searches, singleFilters } from './queries.ts'
import type { Sample } from './queries.ts'
import type { Report } from './report.ts'

const randomBelow = (count: number) => Math.floor(Math.random() * count)

/** Slower calls are logged at once. */
const slowMs = 2_000

/** Requests random valid lists: up to four filters, any order, any page. */
export const random = async (
  bench: BenchStack,
  report: Report,
  rows: number,
  times: number,
): Promise<void> => {
  const makers = Object.values({ ...singleFilters, ...combinations, ...searches })
  const samples = await samplesOf(bench, 200)
  const filterOf = (): SurveyResponseFilter => {
    const parts = Array.from({ length: randomBelow(5) }, () => {
      const row = samples[randomBelow(samples.length)] as Sample // samples is not empty
      return makers[randomBelow(makers.length)]?.(row, randomBelow(80)) ?? {}
    })
    return Object.assign({}, ...parts) as SurveyResponseFilter // each part is a filter
  }
  let [remaining, failedCount, slowest, slowestPath] = [times, 0, 0, '']
  const sendRequests = async () => {
    while (remaining > 0) {
      remaining -= 1
      const offset = Math.random() < 0.7 ? 0 : randomBelow(Math.random() < 0.5 ? 1_000 : rows)
      const query = { filter: filterOf(), offset, limit: [10, 20, 50, 100][randomBelow(4)] ?? 10 }
      const path = pathOf({ ...query, orderBy: orders[randomBelow(orders.length)] ?? 'startTime_DESC' })
      const { status, ms } = await bench.call(path)
      if (status >= 500) failedCount += 1
      if (ms > slowMs) console.error(`${String(Math.round(ms))} ms ${decodeURIComponent(path)}`)
      if (ms > slowest) [slowest, slowestPath] = [ms, path]
    }
  }
  await Promise.all(Array.from({ length: 2 }, sendRequests))
  const part = `${times.toLocaleString('en')} random lists`
  report.add({
    part,
    what: 'slowest',
    value: slowest,
    unit: 'ms',
    most: 5_000,
    note: decodeURIComponent(slowestPath),
    row: 'random.slowest',
    cases: times,
  })
  report.add({
    part,
    what: 'answered with an error',
    value: failedCount,
    unit: 'wrong',
    most: 0,
    row: 'random.errors',
  })
}
