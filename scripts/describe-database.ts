/**
 * Writes the types and the description of the tables from the catalogue of a new, migrated database:
 *   npm run db:describe
 * A test fails if they are not current.
 */
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import pg from 'pg'

import { databaseRoles, migrateApp, setupDatabase } from './database.ts'
import { readCatalogue } from './schema/catalogue.ts'
import type { Catalogue } from './schema/catalogue.ts'
import { renderPage } from './schema/render-page.ts'
import { renderTypes } from './schema/render-types.ts'
import { startPostgres } from './stack/postgres.ts'

const root = join(import.meta.dirname, '..')

/** Renders the generated files. Returns their texts by path. */
export const renderFiles = async (catalogue: Catalogue): Promise<Record<string, string>> => {
  const columnTypes = await readFile(join(root, 'api/src/platform/database/column-types.ts'), 'utf8')
  return {
    [join(root, 'api/src/platform/database/schema.ts')]: renderTypes(catalogue, columnTypes),
    [join(root, 'docs/data-model.md')]: renderPage(catalogue),
  }
}

const readNewDatabase = async (): Promise<Catalogue> => {
  const postgres = await startPostgres({
    directory: join(await mkdtemp(join(tmpdir(), 'baseline-describe-')), 'postgres'),
    throwaway: true,
  })
  try {
    const passwords = { owner: 'owner', app: 'app', identity: 'identity' }
    await setupDatabase(postgres.url('postgres'), 'baseline', passwords)
    const url = postgres.url('baseline', { role: databaseRoles.owner, password: passwords.owner })
    await migrateApp(url)
    const client = new pg.Client({ connectionString: url, options: '-c search_path=app' })
    await client.connect()
    const catalogue = await readCatalogue(client)
    await client.end()
    return catalogue
  } finally {
    await postgres.stop()
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  for (const [file, text] of Object.entries(await renderFiles(await readNewDatabase())))
    await writeFile(file, text)
