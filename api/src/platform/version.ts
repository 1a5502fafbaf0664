import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { z } from 'zod'

const file = join(import.meta.dirname, '../../../package.json')

/** The version of the product, from package.json of the repository: no other file has it. */
export const { version: productVersion } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(file, 'utf8')))
