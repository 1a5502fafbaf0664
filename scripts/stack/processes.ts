import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })

/**
 * Returns a free port on loopback. Below the ephemeral range of outgoing connections, and at random, so that
 * two stacks that start at the same time rarely choose the same port.
 */
export const findFreePort = async (): Promise<number> => {
  for (;;) {
    const port = randomInt(12_000, 32_000)
    if (await isFree(port)) return port
  }
}

export interface RunningProcess {
  process: ChildProcess
  stop: () => Promise<void>
}

/** Programs that must not outlive this process, also after an error. */
const started = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of started) child.kill()
})

/** Lets a process of Node.js use the compiled code of earlier ones: compiling takes half of the time of a start. */
export const compileCache = { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] }

/** Starts a program and passes its output to `onLine`; `stop` sends SIGTERM, then SIGKILL. */
export const startProcess = (
  command: string,
  args: string[],
  options: { cwd: string; env: NodeJS.ProcessEnv; onLine: (line: string) => void },
): RunningProcess => {
  const child = spawn(command, args, {
    cwd: options.cwd,
    env: { ...compileCache, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.add(child)
  child.once('exit', () => started.delete(child))
  for (const stream of [child.stdout, child.stderr]) {
    let rest = ''
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = (rest + chunk).split('\n')
      rest = lines.pop() ?? ''
      lines.forEach(options.onLine)
    })
  }
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return {
    process: child,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGTERM')
      const killTimer = setTimeout(() => child.kill('SIGKILL'), 10_000)
      await exited
      clearTimeout(killTimer)
    },
  }
}

/** Runs a program of Node.js until it exits, and returns its exit code and the lines that it printed. */
export const runToEnd = async (args: string[], options: { cwd: string; env: NodeJS.ProcessEnv }) => {
  const printed: string[] = []
  const { process: child } = startProcess(process.execPath, args, {
    ...options,
    onLine: (line) => printed.push(line),
  })
  const [code] = (await once(child, 'close')) as [number]
  return { code, printed }
}

/**
 * Waits until the URL returns 2xx. Another process may answer there, so the given process must be running
 * too.
 */
export const waitUntilReady = async (url: string, running?: RunningProcess): Promise<void> => {
  const seconds = 60
  const deadline = Date.now() + seconds * 1000
  for (;;) {
    if (running && running.process.exitCode !== null) throw new Error(`the process of ${url} has ended`)
    const answer = await fetch(url).catch(() => undefined)
    if (answer?.ok) return
    if (Date.now() > deadline) throw new Error(`${url} was not ready within ${String(seconds)} s`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
