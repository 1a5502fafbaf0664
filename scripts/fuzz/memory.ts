import { once, EventEmitter } from 'node:events'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

interface Sample {
  rss: number
  heap: number
}

/** Environment of a service whose memory is measured. */
export const measuredEnv = {
  NODE_OPTIONS: `--expose-gc --import ${pathToFileURL(join(import.meta.dirname, 'report-memory.ts')).href}`,
}

const megabytes = (bytes: number): number => Math.round(bytes / 1_048_576)

/** Growth that caches and compiled code explain. */
const allowedGrowthMegabytes = 60

/** Measures the memory of the services after a garbage collection, between the rounds, while no request runs. */
export const watchMemory = () => {
  const lines = new EventEmitter()
  const samples = new Map<string, Sample[]>()
  return {
    /** Returns whether a line of a service is a measurement. */
    readLine: (service: string, line: string): boolean => {
      if (!line.startsWith('{"memory":')) return false
      const { memory } = JSON.parse(line) as { memory: Sample } // as report-memory.ts writes it
      samples.set(service, [...(samples.get(service) ?? []), memory])
      return lines.emit(service) || true
    },
    sample: async (processIds: Readonly<Record<string, number | undefined>>): Promise<void> => {
      for (const [service, id] of Object.entries(processIds)) {
        if (id === undefined) throw new Error(`${service} does not run`)
        const isMeasured = once(lines, service, { signal: AbortSignal.timeout(60_000) })
        process.kill(id, 'SIGUSR2')
        await isMeasured
      }
    },
    /**
     * Compares the lowest value of the last two fifths with the lowest value of the two fifths before.
     * Ignores the first fifth, in which caches fill and code is compiled. The resident memory also rises and
     * falls by 50 MB without a leak.
     */
    print: (): boolean => {
      let isFlat = true
      for (const [service, measured] of samples)
        for (const kind of ['rss', 'heap'] as const) {
          const values = measured.map((one) => megabytes(one[kind]))
          const part = (from: number, to: number): number =>
            Math.min(...values.slice(Math.floor(from * values.length), Math.ceil(to * values.length)))
          const [early, late] = [part(0.2, 0.6), part(0.6, 1)]
          const shown = [0, 0.2, 0.4, 0.6, 0.8, 1].map(
            (share) => values[Math.round(share * (values.length - 1))],
          )
          const isBelow = late - early <= allowedGrowthMegabytes
          isFlat &&= isBelow
          console.log(
            `${isBelow ? 'ok  ' : 'FAIL'} ${service}, ${kind} after garbage collections: ${shown.join(', ')} MB; ` +
              `lowest ${String(early)} MB, at the end ${String(late)} MB`,
          )
        }
      return isFlat
    },
  }
}
