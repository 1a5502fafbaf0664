import { execFileSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'

/** Returns the files of the project in the current folder whose name or path matches one of the patterns. */
export const listFiles = (...patterns: string[]): string[] => {
  const git = ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...patterns]
  try {
    return execFileSync('git', git, { stdio: ['ignore', 'pipe', 'ignore'] })
      .toString()
      .split('\n')
      .filter((file) => file && existsSync(file))
  } catch {
    // Outside a repository, as in a copy of the project: searches the file system.
    return globSync(
      patterns.map((pattern) => (pattern.includes('/') ? pattern : `**/${pattern}`)),
      { exclude: ['**/node_modules/**', '**/dist/**', '**/.data/**'] },
    )
  }
}
