import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseEnv } from 'node:util'

import type { Machine } from '../stack/machine.ts'
import type { ClientInput } from './client.ts'

export interface Client {
  /** Ends it. */
  stop: () => Promise<void>
  /** Resolves with its errors when it has ended: none after success. */
  ended: Promise<string>
}

/** Starts a verb of client.ts in the network of a server. */
export const startClient = async (
  machine: Machine,
  verb: string,
  input: Omit<ClientInput, 'ownerUrl'>,
  onLine: (line: unknown) => void,
): Promise<Client> => {
  const owner = parseEnv(await readFile(join(machine.root, 'etc/baseline/owner.env'), 'utf8'))
  const file = join(import.meta.dirname, 'client.ts')
  const child = spawn('ip', ['netns', 'exec', machine.name, process.execPath, file, verb])
  child.stdin.end(JSON.stringify({ ...input, ownerUrl: owner['OWNER_DATABASE_URL'] }))
  createInterface(child.stdout).on('line', (line) => onLine(JSON.parse(line)))
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
  const ended = new Promise<string>((resolve) => {
    child.once('close', (code) => resolve(code === 0 ? '' : errors || `exit code ${String(code)}`))
  })
  return {
    stop: async () => {
      child.kill('SIGKILL')
      await ended
    },
    ended,
  }
}

/** Runs a verb of client.ts to its end, and returns the last line that it printed. */
export const runClient = async (
  machine: Machine,
  verb: string,
  input: Omit<ClientInput, 'ownerUrl'>,
): Promise<unknown> => {
  let last: unknown
  const errors = await (await startClient(machine, verb, input, (line) => (last = line))).ended
  if (errors) throw new Error(`${verb}: ${errors}`)
  return last
}
