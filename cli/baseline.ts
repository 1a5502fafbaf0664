/**
 * The command of operators: `baseline COMMAND`, in a checkout `npm run baseline -- COMMAND`. It reads the
 * files of the configuration. Loads only the chosen command, so that each starts fast.
 */
import { stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

import { runMain } from '../api/src/platform/run-main.ts'
import { readEnvironment } from './environment.ts'
import type { Service } from './environment.ts'

type Command = (args: string[]) => Promise<number>

/** Runs a program that reads `process.argv` and `process.env`. It sets the exit code itself. */
const program =
  (service: Service, load: () => Promise<unknown>): Command =>
  async (args) => {
    process.env = { ...process.env, ...(await readEnvironment(service)) }
    process.argv = [...process.argv.slice(0, 2), ...args]
    await load()
    return Number(process.exitCode ?? 0)
  }

/**
 * Becomes the owner of the stored files. The worker reads the register of erasures, and could not read what root has
 * written.
 */
const becomeStorageOwner = async ({ STORAGE_URL = '' }: NodeJS.ProcessEnv): Promise<void> => {
  if (process.getuid?.() !== 0 || !STORAGE_URL.startsWith('file:')) return
  const { uid, gid } = await stat(fileURLToPath(STORAGE_URL))
  process.umask(0o027)
  process.setgroups?.([gid])
  process.setgid?.(gid)
  process.setuid?.(uid)
}

const commands: Readonly<Record<string, { about: string; load: () => Promise<Command> }>> = {
  'check-config': {
    about: 'find mistakes in the configuration',
    load: async () => (await import('./commands/check-config.ts')).run,
  },
  doctor: {
    about: 'check everything that the product needs  [--json] [--mail-to ADDRESS] [--wait SECONDS]',
    load: async () => (await import('./commands/doctor.ts')).run,
  },
  status: {
    about: 'state of the services and the data  [--json]',
    load: async () => (await import('./commands/status.ts')).run,
  },
  version: {
    about: 'version of the product',
    load: async () => (await import('./commands/version.ts')).run,
  },
  jobs: {
    about: 'list failed jobs, run them again',
    load: async () => (await import('./commands/jobs.ts')).run,
  },
  'support-bundle': {
    about: 'write a file for support, without personal data  [FILE]',
    load: async () => (await import('./commands/support-bundle.ts')).run,
  },
  backup: {
    about: 'back up the database and the files  [--files | enable]',
    load: async () => (await import('./commands/backup.ts')).run,
  },
  restore: {
    about: 'restore a backup, or check that this is possible  --at TIME|latest | --verify',
    load: async () => (await import('./commands/restore.ts')).run,
  },
  setup: {
    about: 'set up the product on this server',
    load: async () => (await import('./commands/setup.ts')).run,
  },
  migrate: {
    about: 'update the tables for this release',
    load: async () => async () =>
      (await import('../scripts/database.ts')).runCommand('migrate', await readEnvironment('owner')),
  },
  restart: {
    about: 'restart the services one after the other, without a failed call',
    load: async () => (await import('./commands/restart.ts')).run,
  },
  user: {
    about: 'invite, grant, revoke, disable, enable',
    load: async () => program('api', () => import('../api/src/user-command.ts')),
  },
  survey: {
    about: 'check, compare, load and set questionnaires',
    load: async () => program('api', () => import('../api/src/survey-command.ts')),
  },
  response: {
    about: 'restore a deleted response',
    load: async () => program('api', () => import('../api/src/response-command.ts')),
  },
  'data-protection': {
    about: 'find, hand over and erase personal data',
    load: async () =>
      program('owner', async () => {
        await becomeStorageOwner(process.env)
        return import('../api/src/data-protection-command.ts')
      }),
  },
}

const [name = '', ...args] = process.argv.slice(2)
const command = Object.hasOwn(commands, name) ? commands[name] : undefined
if (command)
  await runMain(async () => {
    const run = await command.load()
    // Ends also a check that hangs.
    process.exit(await run(args))
  })
else {
  const width = Math.max(...Object.keys(commands).map((key) => key.length))
  const lines = Object.entries(commands).map(([key, { about }]) => `  ${key.padEnd(width)}  ${about}`)
  console.error(['usage: baseline COMMAND', '', ...lines].join('\n'))
  process.exitCode = 2
}
