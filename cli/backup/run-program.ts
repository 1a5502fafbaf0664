import { execFile } from 'node:child_process'

/** An error that the operator reads: a damaged backup, a missing program, a wrong argument. */
export class BackupError extends Error {
  override name = 'BackupError'
}

/** Debian packages of the programs that the product does not contain. */
const packages: Readonly<Record<string, string>> = {
  pgbackrest: 'pgbackrest',
  restic: 'restic',
  pg_lsclusters: 'postgresql',
}

/** Returns the lines that say what went wrong, without the time and process in front of them. */
const summarise = (output: string): string => {
  const lines = output
    .split('\n')
    .map((line) => line.replace(/^\S+ \S+ P\d+ +/, '').trim())
    .filter(Boolean)
  const errors = lines.filter((line) => /error|fatal/i.test(line))
  // A damaged repository has thousands of such lines.
  return (errors.length > 0 ? errors : lines).slice(-3).join('; ').slice(0, 400)
}

export interface ProgramOptions {
  /** Runs it as this user instead of root. */
  user?: string
  /** Variables of this program only. Secrets are passed here: every user can read the arguments of a process. */
  env?: NodeJS.ProcessEnv
  cwd?: string
  input?: string
}

/** Runs a program and returns what it printed. Throws with its own words if it fails. */
export const runProgram = (
  program: string,
  args: readonly string[],
  { user, env = {}, cwd = '/', input = '' }: ProgramOptions = {},
): Promise<string> =>
  new Promise((resolve, reject) => {
    const [file, allArgs] = user
      ? ['setpriv', [`--reuid=${user}`, `--regid=${user}`, '--init-groups', '--', program, ...args]]
      : ([program, [...args]] as [string, string[]])
    const child = execFile(
      file,
      allArgs,
      {
        cwd,
        env: {
          PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
          LANG: 'C.UTF-8',
          ...env,
        },
        maxBuffer: 1024 ** 3,
        encoding: 'utf8',
      },
      (error, stdout, stderr) => {
        if (!error) resolve(stdout)
        else if (error.code === 'ENOENT' || /failed to execute .*No such file/.test(stderr))
          reject(
            new BackupError(`${program} is not installed. Run: apt install ${packages[program] ?? program}`),
          )
        else {
          const command = [program, args.find((arg) => /^[a-z]/.test(arg))].filter(Boolean).join(' ')
          reject(new BackupError(`${command} failed: ${summarise(`${stdout}\n${stderr}`)}`, { cause: error }))
        }
      },
    )
    child.stdin?.on('error', () => {})
    child.stdin?.end(input)
  })
