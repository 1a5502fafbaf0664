import { label, t } from '../i18n.ts'
import type { ColumnText } from './columns.ts'

/** Returns the text of a column in the user's language. */
export const columnText = (text: ColumnText): string => (typeof text === 'string' ? label(text) : text.text)

/** Formats a problem of a further sheet, as shown at its row of the first sheet. */
export const lineText = ({ sheet, line }: { sheet: string; line: number }, text: string): string =>
  t('importer.inSheet', { sheet, line, text })
