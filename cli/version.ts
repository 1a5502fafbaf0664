import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The version of the product. package.json is its only place. */
export const version = (
  JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as { version: string }
).version
