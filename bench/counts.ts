import { countMatches } from '../api/src/features/survey-responses/counts/count.ts'
import { resolveFilter } from '../api/src/features/survey-responses/list/filter.ts'
import { narrowestRange } from '../api/src/features/survey-responses/list/time-bounds.ts'
import { limits } from '../api/src/platform/limits.ts'
import { readerOf } from './bench-stack.ts'
import type { BenchStack } from './bench-stack.ts'
import { combinations, samplesOf, searches, singleFilters } from './queries.ts'
import { percentile } from './report.ts'
import type { Report } from './report.ts'

/** Measures how long the count of a page takes and checks its value. */
export const counts = async (bench: BenchStack, report: Report, times: number): Promise<void> => {
  const samples = await samplesOf(bench, times)
  const reader = readerOf(bench.db)
  const durations: number[] = []
  let [exactCount, estimateCount, wrongCount] = [0, 0, 0]
  for (const make of Object.values({ ...singleFilters, ...combinations, ...searches }))
    for (const [n, row] of samples.entries()) {
      const filter = make(row, n)
      const rows = await resolveFilter(reader, filter)
      const startedAt = performance.now()
      const { count, countIsEstimate } = await countMatches(
        bench.db,
        rows,
        filter,
        narrowestRange(filter)?.column,
      )
      durations.push(performance.now() - startedAt)
      if (countIsEstimate) estimateCount += 1
      else exactCount += 1
      if (n > 1) continue
      // Counts the rows one by one. For an estimate, only checks that there are more than the cap.
      const actual = await bench.streams
        .selectFrom(
          rows
            .from(bench.streams)
            .select('id')
            .$if(countIsEstimate === true, (query) => query.limit(limits.countedRows + 1))
            .as('found'),
        )
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
      if (countIsEstimate ? actual.n <= limits.countedRows : actual.n !== count) wrongCount += 1
    }
  const part = 'The count with the page'
  report.add({
    part,
    what: 'p95',
    value: percentile(durations, 0.95),
    unit: 'ms',
    most: 100,
    row: 'counts.p95',
  })
  const note = `${String(exactCount)} exact, ${String(estimateCount)} flagged as more than 10,000`
  report.add({
    part,
    what: 'wrong counts',
    value: wrongCount,
    unit: 'wrong',
    most: 0,
    note,
    row: 'counts.wrong',
  })
}
