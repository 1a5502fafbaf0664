import type { ImportColumn, ImportSheet } from './columns.ts'

interface CellLocation {
  sheet?: ImportSheet
  /** Index among the rows that belong to the same row of the first sheet. */
  index?: number
  column: string | undefined
}

const columnAt = (columns: readonly ImportColumn[], path: string): string | undefined => {
  const isWithin = (columnPath: string) => path === columnPath || path.startsWith(`${columnPath}.`)
  return columns
    .filter(({ key, path: columnPath = key }) => isWithin(columnPath))
    .toSorted((a, b) => (b.path ?? b.key).length - (a.path ?? a.key).length)[0]?.key
}

/** Finds the cell of a problem by its path in the request: `village`, `values.members.0.age`. */
export const locate = (
  { columns, sheets = [] }: { columns: readonly ImportColumn[]; sheets?: readonly ImportSheet[] },
  path: string,
): CellLocation => {
  for (const sheet of sheets) {
    if (path !== sheet.path && !path.startsWith(`${sheet.path}.`)) continue
    const [, digits, rest] = /^(\d+)\.(.+)$/.exec(path.slice(sheet.path.length + 1)) ?? []
    // A problem of the whole repeat belongs to the row of the first sheet.
    if (digits === undefined || rest === undefined) return { column: undefined }
    return { sheet, index: Number(digits), column: columnAt(sheet.columns, `${sheet.path}.${rest}`) }
  }
  return { column: columnAt(columns, path) }
}
