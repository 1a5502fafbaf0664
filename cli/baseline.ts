/**
 * The command of operators: `baseline COMMAND`, in a checkout `npm run baseline -- COMMAND`. It reads the
 * files of the configuration. Loads only the chosen command, so that each starts fast.
 */
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
    about: 'check, load and set questionnaires',
    load: async () => program('api', () => import('../api/src/survey-command.ts')),
  },
  response: {
    about: 'restore a deleted response',
    load: async () => program('api', () => import('../api/src/response-command.ts')),
  },
  'data-protection': {
    about: 'find, hand over and erase personal data',
    load: async () => program('owner', () => import('../api/src/data-protection-command.ts')),
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
