import { ImportedUser } from '@baseline/contract/iam/contract.ts'
import { user as en } from '@baseline/contract/iam/messages.en.ts'
import { user as pt } from '@baseline/contract/iam/messages.pt-BR.ts'
import { shared as sharedEn } from '@baseline/contract/messages/shared.en.ts'
import { shared as sharedPt } from '@baseline/contract/messages/shared.pt-BR.ts'
import { roles } from '@baseline/contract/permissions.ts'

import { serveImport } from '#platform/importer/serve-import.ts'

import { importColumns } from './import-columns.ts'

const roleNames = [sharedEn, sharedPt].map((shared) =>
  Object.fromEntries(roles.map((role) => [role, shared.roles[role].label])),
)

serveImport({
  columns: importColumns,
  schema: ImportedUser,
  headings: [en.fields, pt.fields],
  choiceNames: roleNames,
})
