import { t } from '../i18n.ts'

/** A problem of a further sheet as its row on the first sheet reports it. */
export const lineText = ({ sheet, line }: { sheet: string; line: number }, text: string): string =>
  t('importer.inSheet', { sheet, line, text })
