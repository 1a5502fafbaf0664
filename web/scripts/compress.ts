/**
 * Last step of `npm run build`: writes the compressed files that the edge proxy serves and check-size.ts
 * measures.
 */
import { resolve } from 'node:path'

import { compressFolder } from './compression.ts'

const files = compressFolder(resolve(process.argv[2] ?? `${import.meta.dirname}/../dist`))
console.log(`compressed ${String(files.length)} files`)
