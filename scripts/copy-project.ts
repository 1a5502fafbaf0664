import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '..')

/**
 * Copies the project's files to a temporary folder, where a canary plants its defect. Links the installed
 * packages.
 */
export const copyProject = (name: string) => {
  const copy = mkdtempSync(join(tmpdir(), `baseline-${name}-`))
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root })
  for (const file of files.toString().split('\n').filter(Boolean)) {
    if (!existsSync(join(root, file))) continue
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    cpSync(join(root, file), join(copy, file))
  }
  for (const workspace of ['.', 'contract', 'tabular', 'identity', 'api', 'web', 'e2e'])
    if (existsSync(join(root, workspace, 'node_modules')))
      symlinkSync(join(root, workspace, 'node_modules'), join(copy, workspace, 'node_modules'))
  return {
    copy,
    plant: (file: string, text: string): void => {
      mkdirSync(dirname(join(copy, file)), { recursive: true })
      writeFileSync(join(copy, file), text)
    },
    change: (file: string, from: string, to: string): void => {
      const text = readFileSync(join(copy, file), 'utf8')
      if (!text.includes(from)) throw new Error(`canary is out of date: ${file} has no ${from}`)
      writeFileSync(join(copy, file), text.replace(from, to))
    },
  }
}
