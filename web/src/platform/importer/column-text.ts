import { label } from '../i18n.ts'
import type { ColumnText } from './columns.ts'

/** Returns the text of a column in the user's language. */
export const columnText = (text: ColumnText): string => (typeof text === 'string' ? label(text) : text.text)
