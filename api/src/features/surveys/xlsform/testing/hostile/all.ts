import { hostileExpressions } from './expressions.ts'
import { hostileAttachments } from './files.ts'
import type { HostileForm } from './form.ts'
import { hostileLists } from './lists.ts'
import { hostileSheets } from './sheets.ts'
import { hostileStructures } from './structure.ts'
import { hostileTexts } from './texts.ts'

/** Uploads that attack the reader of questionnaires. */
export const hostileForms: readonly HostileForm[] = [
  ...hostileExpressions,
  ...hostileStructures,
  ...hostileLists,
  ...hostileTexts,
  ...hostileAttachments,
  ...hostileSheets,
]
