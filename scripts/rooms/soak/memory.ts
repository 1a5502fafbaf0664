import { setTimeout as sleep } from 'node:timers/promises'

import type { Machine } from '../../stack/machine.ts'

const units = ['baseline-api@4000', 'baseline-api@4002', 'baseline-identity', 'baseline-worker'] as const
type Unit = (typeof units)[number]

interface Sample {
  second: number
  /** A new process has a new number. */
  process: string
  megabytes: number
}

const command = units
  .map(
    (unit) =>
      `pid=$(systemctl show --property=MainPID --value ${unit}); ` +
      `echo ${unit} $pid $(awk '/^VmRSS/ { print $2 }' /proc/$pid/status)`,
  )
  .join('; ')

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)

/** Returns the largest memory of each process of a service, with the second of its first sample. */
const findPeaks = (samples: readonly Sample[]): { second: number; megabytes: number }[] =>
  [...Map.groupBy(samples, ({ process }) => process).values()].map((own) => ({
    second: own[0]?.second ?? 0,
    megabytes: Math.max(...own.map(({ megabytes }) => megabytes)),
  }))

export interface Growth {
  unit: Unit
  /** Memory after the warm-up, and at the end. */
  from: number
  to: number
  /** Processes that the service had: more than one after it was killed. */
  processes: number
}

/**
 * Reads the memory of each service until it is stopped. Compares the second sixth of the time with the last: in the
 * first sixth, caches and the heap reach their size. The memory of a service that is killed is the largest of each
 * process.
 */
export const watchMemory = (machine: Machine, everyMs: number) => {
  const samples = new Map<Unit, Sample[]>(units.map((unit) => [unit, []]))
  const stop = new AbortController()
  const startedAt = performance.now()
  const elapsed = () => (performance.now() - startedAt) / 1000
  const ended = (async () => {
    while (!stop.signal.aborted) {
      const { output } = await machine.try(command)
      for (const line of output.split('\n')) {
        const [unit, process = '', kilobytes = ''] = line.split(' ')
        // A service that has been killed has no process for a moment.
        if (kilobytes === '') continue
        samples
          .get(unit as Unit) // printed by the command
          ?.push({ second: elapsed(), process, megabytes: Number(kilobytes) / 1024 })
      }
      await sleep(everyMs, undefined, { signal: stop.signal }).catch(() => undefined)
    }
  })()
  return {
    stop: async (): Promise<Growth[]> => {
      const length = elapsed()
      stop.abort()
      await ended
      return units.map((unit) => {
        const own = samples.get(unit) ?? []
        const processes = findPeaks(own)
        const values = processes.length > 1 ? processes : own
        const between = (from: number, to: number) =>
          mean(
            values
              .filter(({ second }) => second >= length * from && second <= length * to)
              .map(({ megabytes }) => megabytes),
          )
        return { unit, from: between(1 / 6, 2 / 6), to: between(5 / 6, 1), processes: processes.length }
      })
    },
  }
}
