import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/**
 * First year with its own partition, as in the function `make_response_partitions`. The first partition holds
 * all earlier responses.
 */
const firstYear = 2025

/** Returns the years with their own partition, up to next year. */
export const partitionYears = (): number[] => {
  const nextYear = new Date().getUTCFullYear() + 1
  return Array.from({ length: nextYear - firstYear + 1 }, (_, index) => firstYear + index)
}

/** Returns one condition on the id per year, so that partition pruning limits each query to one partition. */
export const yearConditions = (): RawBuilder<boolean>[] => {
  const startOf = (year: number) => sql`uuid7_floor(${`${String(year)}-01-01T00:00:00Z`}::timestamptz)`
  return [
    sql<boolean>`id < ${startOf(firstYear)}`,
    ...partitionYears().map((year, index, years) =>
      index < years.length - 1
        ? sql<boolean>`id >= ${startOf(year)} and id < ${startOf(year + 1)}`
        : sql<boolean>`id >= ${startOf(year)}`,
    ),
  ]
}
