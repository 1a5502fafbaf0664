import { UserDetailsData } from '@baseline/contract/user-details/contract.ts'
import { userDetails as en } from '@baseline/contract/user-details/messages.en.ts'
import { userDetails as pt } from '@baseline/contract/user-details/messages.pt-BR.ts'

import { serveImport } from '#platform/importer/serve-import.ts'

import { importColumns } from './import-columns.ts'

serveImport({
  columns: importColumns,
  schema: UserDetailsData,
  headings: [en.fields, pt.fields],
  choiceNames: [en.genders, pt.genders],
})
