import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const folder = '/var/tmp/baseline-postgres-image'

/** Does what the official image does: creates the database on the first start, with the password of its superuser. */
const entrypoint = `#!/bin/sh
set -e
PATH=/usr/lib/postgresql/17/bin:$PATH
export PGDATA=/var/lib/postgresql/data
as_postgres="setpriv --reuid=postgres --regid=postgres --clear-groups"
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  install -d -o postgres -m 700 "$PGDATA"
  printf %s "$POSTGRES_PASSWORD" > /tmp/password
  chown postgres /tmp/password
  $as_postgres initdb --auth-local=peer --auth-host=scram-sha-256 --pwfile=/tmp/password >/dev/null
  rm /tmp/password
fi
exec $as_postgres "$@"
`

/** Returns the files of an image of PostgreSQL from Debian, for servers that cannot reach a registry. */
export const preparePostgresImage = async (): Promise<string> => {
  const file = `${folder}.tar`
  if (existsSync(file)) return file
  const unfinished = await mkdtemp(`${folder}-`)
  const execute = promisify(execFile)
  await execute('debootstrap', ['--variant=minbase', '--include=postgresql-17', 'trixie', unfinished])
  for (const path of ['var/cache/apt', 'var/lib/apt/lists', 'usr/share/doc', 'usr/share/locale'])
    await rm(join(unfinished, path), { recursive: true, force: true })
  await writeFile(join(unfinished, 'usr/bin/start-postgres'), entrypoint, { mode: 0o755 })
  await execute('tar', ['-C', unfinished, '-cf', `${file}.new`, '.'])
  await rename(`${file}.new`, file)
  await rm(unfinished, { recursive: true, force: true })
  return file
}
