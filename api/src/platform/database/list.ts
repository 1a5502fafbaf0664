import type { OrderBy } from '@baseline/contract/list.ts'

/** Any text as the pattern "contains exactly this". */
export const contains = (text: string): string => `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`

/** Splits `startTime_DESC`; the column comes from the entity's own map, never from the caller. spec §4 */
export const orderOf = <Key extends string, Column extends string>(
  columns: Readonly<Record<Key, Column>>,
  orderBy: OrderBy<Key>,
): { column: Column; direction: 'asc' | 'desc' } => {
  const at = orderBy.lastIndexOf('_')
  const key = orderBy.slice(0, at) as Key // OrderBy<Key> is Key, an underscore and the direction
  return { column: columns[key], direction: orderBy.endsWith('_DESC') ? 'desc' : 'asc' }
}
