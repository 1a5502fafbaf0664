import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })

/**
 * A port that was free a moment ago, on loopback. Below those that the system gives to outgoing connections, and at
 * random: of two stacks that start at the same time, one would else be given the other's.
 */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = randomInt(12_000, 32_000)
    if (await isFree(port)) return port
  }
}

export interface RunningProcess {
  process: ChildProcess
  stop: () => Promise<void>
}

/** Starts a program whose output goes to `onLine`; `stop` asks with SIGTERM, then insists. */
export const startProcess = (
  command: string,
  args: string[],
  options: { cwd: string; env: NodeJS.ProcessEnv; onLine: (line: string) => void },
): RunningProcess => {
  const child = spawn(command, args, {
    cwd: options.cwd,
    env: options.env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [child.stdout, child.stderr]) {
    let rest = ''
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = (rest + chunk).split('\n')
      rest = lines.pop() ?? ''
      lines.forEach(options.onLine)
    })
  }
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return {
    process: child,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGTERM')
      const insist = setTimeout(() => child.kill('SIGKILL'), 10_000)
      await ended
      clearTimeout(insist)
    },
  }
}

/** Waits until the address answers 2xx. Somebody else may answer there, so the process itself must live too. */
export const untilReady = async (url: string, running?: RunningProcess): Promise<void> => {
  const seconds = 60
  const deadline = Date.now() + seconds * 1000
  for (;;) {
    if (running && running.process.exitCode !== null) throw new Error(`the process behind ${url} has ended`)
    const answer = await fetch(url).catch(() => undefined)
    if (answer?.ok) return
    if (Date.now() > deadline) throw new Error(`${url} was not ready within ${String(seconds)} s`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
