import type { CorpusEntry } from '../corpus-workbook.ts'
import { columnsCorpus } from './columns.ts'
import { expressionsCorpus } from './expressions.ts'
import { languagesCorpus } from './languages.ts'
import { listsCorpus } from './lists.ts'
import { marksCorpus } from './marks.ts'
import { rowsCorpus } from './rows.ts'
import { sectionsCorpus } from './sections.ts'
import { settingsCorpus } from './settings.ts'
import { sheetsCorpus } from './sheets.ts'
import { typesCorpus } from './types.ts'

/** One workbook per feature and pitfall of XLSForm, with its expected outcome. */
export const corpus: readonly CorpusEntry[] = [
  ...typesCorpus,
  ...listsCorpus,
  ...sectionsCorpus,
  ...rowsCorpus,
  ...expressionsCorpus,
  ...columnsCorpus,
  ...languagesCorpus,
  ...settingsCorpus,
  ...marksCorpus,
  ...sheetsCorpus,
]
