import { serveImport } from '#platform/importer/serve-import.ts'

import { updateReaderFor } from './reader.ts'

serveImport(updateReaderFor)
