import { countOf } from '../api/src/features/survey-responses/count.ts'
import { matching } from '../api/src/features/survey-responses/filter.ts'
import { rangeOf } from '../api/src/features/survey-responses/find-page.ts'
import { limits } from '../api/src/platform/limits.ts'
import { combinations, samplesOf, searches, singleFilters } from './queries.ts'
import { percentile } from './report.ts'
import type { Report } from './report.ts'
import { readerOf } from './world.ts'
import type { World } from './world.ts'

/** Measures how long the count of a page takes and checks its value. */
export const counts = async (world: World, report: Report, times: number): Promise<void> => {
  const samples = await samplesOf(world, times)
  const reader = readerOf(world.db)
  const taken: number[] = []
  let [exact, flagged, wrong] = [0, 0, 0]
  for (const make of Object.values({ ...singleFilters, ...combinations, ...searches }))
    for (const [n, row] of samples.entries()) {
      const filter = make(row, n)
      const rows = await matching(reader, filter)
      const began = performance.now()
      const { count, countIsEstimate } = await countOf(world.db, rows, filter, rangeOf(filter)?.column)
      taken.push(performance.now() - began)
      if (countIsEstimate) flagged += 1
      else exact += 1
      if (n > 1) continue
      // Counts the rows one by one. For an estimate, only checks that there are more than the cap.
      const there = await world.streams
        .selectFrom(
          rows
            .from(world.streams)
            .select('id')
            .$if(countIsEstimate === true, (query) => query.limit(limits.countedRows + 1))
            .as('found'),
        )
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
      if (countIsEstimate ? there.n <= limits.countedRows : there.n !== count) wrong += 1
    }
  const part = 'The count with the page'
  report.tell({ part, what: 'p95', value: percentile(taken, 0.95), unit: 'ms', most: 100 })
  const note = `${String(exact)} exact, ${String(flagged)} flagged as more than 10,000`
  report.tell({ part, what: 'wrong counts', value: wrong, unit: 'wrong', most: 0, note })
}
