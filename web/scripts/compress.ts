/** The last step of `npm run build`: what the edge sends is made here, and check-size.ts measures exactly that. */
import { join } from 'node:path'

import { compressFolder } from './compression.ts'

const files = compressFolder(join(import.meta.dirname, '../dist'))
console.log(`compressed ${String(files.length)} files`)
