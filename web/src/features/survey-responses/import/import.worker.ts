import { serveImport } from '#platform/importer/serve-import.ts'

import { readerFor } from './reader.ts'

serveImport(readerFor)
