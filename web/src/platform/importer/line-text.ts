import { t } from '../i18n.ts'

/** Formats a problem of a further sheet, as shown at its row of the first sheet. */
export const lineText = ({ sheet, line }: { sheet: string; line: number }, text: string): string =>
  t('importer.inSheet', { sheet, line, text })
