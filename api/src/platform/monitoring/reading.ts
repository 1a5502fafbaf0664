import { setTimeout as sleep } from 'node:timers/promises'

import type { MessageParams } from '@baseline/contract/messages/translate.ts'
import { Counter, Gauge } from 'prom-client'
import type { Registry } from 'prom-client'

/** Keys of the sentences in the daily summary, with the section of docs/operations/monitoring.md about each. */
export const runbooks = {
  backupOld: 'backup',
  backupUnverified: 'backup',
  certificate: 'certificate',
  clock: 'clock',
  countsWrong: 'counts',
  disk: 'disk',
  down: 'down',
  exportsFailed: 'exports',
  intakeStopped: 'intake-stopped',
  jobsFailed: 'jobs',
  jobsWaiting: 'jobs',
  mailsFailed: 'mails',
  readingFailed: 'monitoring-itself',
} as const
type FindingKey = keyof typeof runbooks

/** A sentence of the daily summary: something that an operator should know. Without personal data. */
export type Finding = { [Key in FindingKey]: { key: Key; params: FindingParams<Key> } }[FindingKey]
type FindingParams<Key extends FindingKey> = MessageParams<`monitoring.findings.${Key}`>

interface Sample {
  labels?: Record<string, string>
  value: number
}

interface Result<Name extends string = string> {
  /** Samples by the name of their metric. A metric without samples is not exported. */
  samples: Record<Name, readonly Sample[]>
  findings: readonly Finding[]
}

/** Figures that are read together, for the metrics and for the daily summary. */
export interface Reading<Services = never> {
  name: string
  /** A name that ends with `_total` is a counter. */
  metrics: Readonly<Record<string, { help: string; labelNames?: readonly string[] }>>
  read: (services: Services) => Promise<Result>
}

/** Infers the names of the metrics, so that `read` returns exactly these. */
export const reading = <Name extends string, Services>(definition: {
  name: string
  metrics: Readonly<Record<Name, { help: string; labelNames?: readonly string[] }>>
  read: (services: Services) => Promise<Result<Name>>
}): Reading<Services> => definition

/** A scrape gets the figures of at most this age, so that scrapes cost nothing. */
const maxAgeMs = 15_000
/** A scrape of Prometheus gives up after ten seconds. */
const maxReadMs = 5_000

const giveUp = async (ms: number): Promise<never> => {
  await sleep(ms, undefined, { ref: false })
  throw new Error(`no answer within ${String(ms)} ms`)
}

/**
 * Limits how often and how long `read` runs. While a read hangs, as on a file system without its server, no second
 * one starts. Returns undefined after a failure.
 */
export const cached = <T>(read: () => Promise<T>, limits = { maxAgeMs, maxReadMs }) => {
  let startedAt = Number.NEGATIVE_INFINITY
  let isRunning = false
  let result: Promise<T | undefined> = Promise.resolve(undefined)
  return (): Promise<T | undefined> => {
    if (performance.now() - startedAt < limits.maxAgeMs) return result
    startedAt = performance.now()
    if (isRunning) return (result = Promise.resolve(undefined))
    isRunning = true
    const attempt = read().finally(() => {
      isRunning = false
    })
    return (result = Promise.race([attempt, giveUp(limits.maxReadMs)]).catch(() => undefined))
  }
}

const registerMetric = (
  register: Registry,
  configuration: { name: string; help: string; labelNames: string[] },
  find: () => Promise<readonly Sample[]>,
): void => {
  const options = { ...configuration, registers: [] }
  const hasDefault = configuration.labelNames.length === 0
  if (configuration.name.endsWith('_total'))
    register.registerMetric(
      new Counter({
        ...options,
        async collect() {
          const samples = await find()
          this.reset()
          for (const { labels = {}, value } of samples) this.inc(labels, value)
        },
      }),
    )
  else
    register.registerMetric(
      new Gauge({
        ...options,
        async collect() {
          const samples = await find()
          this.reset()
          // `reset` sets a metric without labels to 0.
          if (hasDefault) this.remove()
          for (const { labels = {}, value } of samples) this.set(labels, value)
        },
      }),
    )
}

/** Exports the figures of all readings. The metric `baseline_reading_success` tells whether they could be read. */
export const registerReadings = <Services>(
  register: Registry,
  readings: readonly Reading<Services>[],
  services: Services,
): void => {
  const reads = readings.map((one) => ({ ...one, read: cached(() => one.read(services)) }))
  for (const { metrics, read } of reads)
    for (const [name, { help, labelNames = [] }] of Object.entries(metrics))
      registerMetric(
        register,
        { name, help, labelNames: [...labelNames] },
        async () => (await read())?.samples[name] ?? [],
      )
  registerMetric(
    register,
    {
      name: 'baseline_reading_success',
      help: 'Whether the last attempt to read these figures succeeded; their metrics are absent otherwise',
      labelNames: ['reading'],
    },
    () =>
      Promise.all(
        reads.map(async ({ name, read }) => ({
          labels: { reading: name },
          value: (await read()) === undefined ? 0 : 1,
        })),
      ),
  )
}

/** Reads all figures once, and returns the sentences for an operator. */
export const readFindings = async <Services>(
  readings: readonly Reading<Services>[],
  services: Services,
): Promise<Finding[]> => {
  const results = await Promise.all(
    readings.map(async ({ name, read }) => ({ name, result: await cached(() => read(services))() })),
  )
  const failed = results.filter(({ result }) => result === undefined).map(({ name }) => name)
  return [
    ...results.flatMap(({ result }) => result?.findings ?? []),
    ...(failed.length > 0 ? [{ key: 'readingFailed' as const, params: { names: failed.join(', ') } }] : []),
  ]
}
