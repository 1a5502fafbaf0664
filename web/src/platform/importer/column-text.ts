import { label } from '../i18n.ts'
import type { ColumnText } from './columns.ts'

/** The text of a column in the person's language. */
export const columnText = (text: ColumnText): string => (typeof text === 'string' ? label(text) : text.text)
