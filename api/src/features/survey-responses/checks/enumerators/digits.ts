import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

const isAge = sql`number between 23 and 62 and digit is not null`

/**
 * Sums of the rows of a relation with the columns `number`, `digit` and `sign`: what enumerator_values has about them,
 * in its order.
 */
export const valueSums: RawBuilder<unknown> = sql`
  sum(sign)::bigint as n, trim_scale(sum(sign * number)) as total, trim_scale(sum(sign * number * number)) as squares,
  array[${sql.join(
    Array.from(
      { length: 10 },
      (_, digit) => sql`coalesce(sum(sign) filter (where digit = ${sql.lit(digit)}), 0)`,
    ),
  )}]::int[] as last_digits,
  coalesce(sum(sign) filter (where ${isAge}), 0)::bigint as ages,
  coalesce(sum(sign) filter (where ${isAge} and digit in (0, 5)), 0)::bigint as round_ages`

/** The last digit of the column `number`; null if it is no whole number. */
export const lastDigit: RawBuilder<unknown> = sql`
  case when number = trunc(number) then mod(abs(number), 10)::int end as digit`
