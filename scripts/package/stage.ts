import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, cp, lutimes, mkdir, readdir, readFile, symlink } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { promisify } from 'node:util'

import { listModules } from './modules.ts'
import type { Module } from './modules.ts'

export const root = join(import.meta.dirname, '../..')

export const execute = async (program: string, ...args: string[]): Promise<string> =>
  (await promisify(execFile)(program, args, { cwd: root, maxBuffer: 64_000_000 })).stdout

/** Workspaces that the services and the command load. The empty name is the repository itself. */
const serverWorkspaces = ['', 'api', 'contract', 'identity', 'tabular']

/** Tracked files and folders that ship, without tests. */
const shipped = [
  'CHANGELOG.md',
  'api',
  'cli',
  'contract',
  'identity',
  'ops',
  'package.json',
  'scripts/database.ts',
  'scripts/migrate.ts',
  'tabular',
]
const isForTests = (file: string): boolean => /\.test\.ts$|\/testing\/|\/laws\/|tsconfig\.json$/.test(file)

/** Parts of a package of npm that no program loads. */
const isUnused = (file: string): boolean => /\.(d\.[cm]?ts|map)$/.test(file)

/** Lists the modules of the server, and modules that are only in the built web app. */
export const listShippedModules = async () => {
  const server = await listModules(root, serverWorkspaces)
  const serverPaths = new Set(server.map(({ path }) => path))
  const web = await listModules(root, ['web'])
  return { server, web: web.filter(({ path }) => !serverPaths.has(path)) }
}

/** Whether npm installed the module. Otherwise it is a workspace. */
export const isInstalled = ({ path }: Module): boolean => path.startsWith('node_modules/')

const copyModule = async (path: string, folder: string): Promise<void> => {
  const source = join(root, path)
  await cp(source, join(folder, path), {
    recursive: true,
    // Modules inside others are copied separately, if they ship.
    filter: (file) => !isUnused(file) && !relative(source, file).split('/').includes('node_modules'),
  })
}

const importPattern = /(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g

/** Refuses a folder in which a file imports another one that does not ship. */
const verifyImports = async (folder: string, files: readonly string[]): Promise<void> => {
  for (const file of files.filter((name) => name.endsWith('.ts')))
    for (const [, specifier] of (await readFile(join(folder, file), 'utf8')).matchAll(importPattern))
      if (specifier && !existsSync(resolve(folder, dirname(file), specifier)))
        throw new Error(`${file} imports ${specifier}, which does not ship`)
}

/** Copies the program, its modules and Node.js to a folder. */
export const stageProgram = async (folder: string): Promise<void> => {
  if (!process.features.typescript || !process.versions.node.startsWith('24.'))
    throw new Error(
      'Build the package with Node.js 24 of nodejs.org: it ships with the Node.js that builds it.',
    )
  const tracked = (await execute('git', 'ls-files', '-z', ...shipped)).split('\0').filter(Boolean)
  const files = tracked.filter((file) => !isForTests(file))
  for (const file of files) await cp(join(root, file), join(folder, file))
  await verifyImports(folder, files)
  await cp(join(root, 'web/dist'), join(folder, 'web/dist'), { recursive: true })
  const { server } = await listShippedModules()
  for (const { path } of server.filter(isInstalled)) await copyModule(path, folder)
  await mkdir(join(folder, 'node_modules/@baseline'), { recursive: true })
  for (const name of serverWorkspaces.filter(Boolean))
    await symlink(`../../${name}`, join(folder, 'node_modules/@baseline', name))
  await mkdir(join(folder, 'bin'))
  await cp(process.execPath, join(folder, 'bin/node'))
}

/** Returns the time of the last commit, so that equal sources give equal packages. */
export const sourceTime = async (): Promise<number> =>
  Number((await execute('git', 'log', '-1', '--format=%ct')).trim())

/** Sets the permissions and times of all files, which differ between checkouts. */
export const normalise = async (folder: string, isProgram: (path: string) => boolean): Promise<void> => {
  const time = await sourceTime()
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of [...entries, undefined]) {
    const path = entry ? join(entry.parentPath, entry.name) : folder
    if (!entry || entry.isDirectory()) await chmod(path, 0o755)
    else if (entry.isFile()) await chmod(path, isProgram(relative(folder, path)) ? 0o755 : 0o644)
    await lutimes(path, time, time)
  }
}
