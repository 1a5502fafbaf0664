/**
 * Writes docs/openapi.json, the document that a running server returns at /api/docs/json: `npm run openapi`.
 * With `--check` it fails if the file is not current. Builds the application without starting it, so that no
 * database is needed.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { pathToFileURL } from 'node:url'

import { buildApp } from '../api/src/app.ts'
import { readConfig } from '../api/src/config.ts'
import { identityDirectory } from '../api/src/platform/auth/directory.ts'
import { scopeOf } from '../api/src/platform/auth/scope.ts'
import { tokenVerifier } from '../api/src/platform/auth/verify-token.ts'
import { connect } from '../api/src/platform/database/database.ts'
import { createLogger } from '../api/src/platform/log.ts'
import { createPseudonyms } from '../api/src/platform/pseudonyms.ts'
import { createReadRecorder } from '../api/src/platform/read-log.ts'
import { openStorage } from '../api/src/platform/storage/open-storage.ts'
import { storageTokens } from '../api/src/platform/storage/storage-token.ts'

const file = 'docs/openapi.json'
const unused = 'http://127.0.0.1:1'
const config = readConfig({
  NODE_ENV: 'test',
  PUBLIC_URL: unused,
  IDENTITY_URL: unused,
  DATABASE_URL: 'postgres://127.0.0.1:1/unused',
  STORAGE_URL: pathToFileURL(tmpdir()).href,
  STORAGE_SECRET: 'unused-secret-to-describe-the-calls',
  SERVICE_TOKEN: 'unused-secret-to-describe-the-calls',
  LOG_LEVEL: 'silent',
})
const log = createLogger(config.logLevel)
const database = connect(config, (error) => log.warn(error))
const app = await buildApp(config, {
  ...database,
  log,
  enqueue: () => Promise.reject(new Error('no job is added while the calls are described')),
  directory: identityDirectory(config),
  verifyToken: tokenVerifier(config),
  storage: await openStorage(config),
  storageTokens: storageTokens(config),
  pseudonymOf: createPseudonyms(config.storageSecret),
  scopeOf,
  readLog: createReadRecorder(
    () => Promise.reject(new Error('nothing is read while the calls are described')),
    (error) => log.warn(error),
  ),
})
const document = `${JSON.stringify(app.swagger(), undefined, 2)}\n`
await app.close()
await database.close()

if (!process.argv.includes('--check')) writeFileSync(file, document)
else if (readFileSync(file, 'utf8') !== document) {
  console.error(`${file} is not current. Run \`npm run openapi\` and commit the file.`)
  process.exitCode = 1
}
