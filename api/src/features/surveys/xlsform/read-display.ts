import type { Item } from '@baseline/contract/surveys/master.ts'

import type { Row } from './sheet.ts'

/** Columns for a phone that the XForm needs as they are written. */
const attributeColumns = /^((bind|body|control|instance)::.+|autoplay|rows|no_app_error_string|intent)$/

/** Whether a column is kept for phones. */
export const isDisplayColumn = (name: string): boolean =>
  /^(appearance|parameters|guidance_hint|media::.+)$/.test(name) || attributeColumns.test(name)

type DisplayFields = Pick<Item, 'appearance' | 'parameters' | 'media' | 'guidanceHints' | 'attributes'>

/** Returns an object without its undefined and empty members; undefined if none is left. */
const toRecord = <T>(
  entries: readonly (readonly [string, T | undefined])[],
): Record<string, T> | undefined => {
  const known = entries.flatMap(([name, value]): [string, T][] =>
    value === undefined ? [] : [[name, value]],
  )
  return known.length > 0 ? Object.fromEntries(known) : undefined
}

export const readMedia = (row: Row, defaultLanguage: string) =>
  toRecord(
    ['image', 'big-image', 'audio', 'video'].map(
      (kind) => [kind, row.texts(`media::${kind}`, defaultLanguage)] as const,
    ),
  )

/** Reads the columns that matter on a phone only. */
export const readDisplay = (row: Row, defaultLanguage: string): DisplayFields => ({
  appearance: row.text('appearance'),
  parameters: row.text('parameters'),
  media: readMedia(row, defaultLanguage),
  guidanceHints: row.texts('guidance_hint', defaultLanguage),
  attributes: toRecord(
    row.sheet
      .headers()
      .filter(({ name }) => attributeColumns.test(name))
      .map(({ name, text }) => [text, row.text(name)] as const),
  ),
})
