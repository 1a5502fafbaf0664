import { countOf } from '../api/src/features/survey-responses/count.ts'
import { matching } from '../api/src/features/survey-responses/filter.ts'
import { rangeOf } from '../api/src/features/survey-responses/find-page.ts'
import { limits } from '../api/src/platform/limits.ts'
import { combinations, samplesOf, searches, singleFilters } from './queries.ts'
import { percentile } from './report.ts'
import type { Report } from './report.ts'
import { readerOf } from './world.ts'
import type { World } from './world.ts'

/** How long the count of a page takes, and whether it is what it says. */
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
      // The truth, counted one by one; of more than are ever told, only that there are more.
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
  report.tell({ part, what: 'counts that are not what they say', value: wrong, unit: 'wrong', most: 0, note })
}
