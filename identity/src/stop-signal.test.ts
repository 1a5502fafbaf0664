import { once } from 'node:events'

import { expect, test } from 'vitest'

import { startProcess } from '../../scripts/stack/processes.ts'

/** Starts a process that runs `stop` on a signal and otherwise never ends, and returns its exit code. */
const exitCodeAfterSignal = async (stop: string) => {
  const program = `
    const { onStopSignal } = await import('#stop-signal.ts')
    onStopSignal(${stop}, 200)
    setInterval(() => {}, 1000)
    console.log('running')`
  const started = Promise.withResolvers<void>()
  const running = startProcess(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: new URL('..', import.meta.url).pathname,
    env: { PATH: process.env['PATH'] },
    onLine: () => started.resolve(),
  })
  await started.promise
  const exit = once(running.process, 'exit')
  await running.stop()
  const [code] = (await exit) as [number | null]
  return code
}

test.for([
  ['exits with 0 after a stop in time', 'async () => {}', 0],
  ['exits with 1 if the stop exceeds the limit', '() => new Promise(() => {})', 1],
  ['exits with 1 if the stop fails', "async () => { throw new Error('x') }", 1],
] as const)('%s', { timeout: 20_000 }, async ([, stop, code]) => {
  expect(await exitCodeAfterSignal(stop)).toBe(code)
})
