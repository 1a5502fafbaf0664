/**
 * Finds the newest version of Better Auth that installs here:
 *   npm run identity:upgrade
 * Exits with 1 if it is newer than the version in use. Run before each release: only the newest version gets
 * security fixes, and some versions require packages that are not published.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const name = 'better-auth'
const npm = (...args: string[]): string =>
  execFileSync('npm', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })

const { dependencies } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../identity/package.json'), 'utf8'),
) as { dependencies: Record<string, string> } // the shape of every package.json
const usedVersion = dependencies[name] ?? ''

const published = JSON.parse(npm('view', name, 'versions', '--json')) as string[] // npm prints a list of texts
const newer = published
  .slice(published.indexOf(usedVersion) + 1)
  .filter((version) => /^\d+\.\d+\.\d+$/.test(version))

const isInstallable = (version: string): boolean => {
  const folder = mkdtempSync(join(tmpdir(), 'baseline-upgrade-'))
  try {
    npm('install', '--prefix', folder, '--no-save', '--ignore-scripts', '--no-audit', `${name}@${version}`)
    return true
  } catch {
    return false
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const installable = newer.toReversed().find((version) => {
  const isOk = isInstallable(version)
  console.log(`${name} ${version}: ${isOk ? 'installs' : 'does not install'}`)
  return isOk
})
console.log(
  installable
    ? `upgrade from ${usedVersion} to ${installable}`
    : `${usedVersion} is the newest that installs`,
)
process.exitCode = installable ? 1 : 0
