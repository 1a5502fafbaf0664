import { once } from 'node:events'

import { expect, test } from 'vitest'

import { startProcess } from '../../scripts/stack/processes.ts'

/** A process that does `stop` on a signal and would otherwise never end. */
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
  ['what is finished in time', 'async () => {}', 0],
  ['what does not end within the limit', '() => new Promise(() => {})', 1],
  ['what fails', "async () => { throw new Error('x') }", 1],
] as const)('%s', { timeout: 20_000 }, async ([, stop, code]) => {
  expect(await exitCodeAfterSignal(stop)).toBe(code)
})
