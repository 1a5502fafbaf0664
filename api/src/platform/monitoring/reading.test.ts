import { setTimeout as sleep } from 'node:timers/promises'

import { Registry } from 'prom-client'
import { expect, test } from 'vitest'

import { checkMetrics } from '../../../../scripts/testing/promtool.ts'
import { cached, readFindings, reading, registerReadings } from './reading.ts'

test('reads once within the maximum age, also after a failure', async () => {
  let calls = 0
  const read = cached(
    async () => {
      calls += 1
      if (calls === 2) throw new Error('down')
      return calls
    },
    { maxAgeMs: 50, maxReadMs: 1_000 },
  )
  expect(await Promise.all([read(), read(), read()])).toEqual([1, 1, 1])
  await sleep(60)
  expect([await read(), await read()]).toEqual([undefined, undefined])
  await sleep(60)
  expect(await read()).toBe(3)
})

test('gives up a read that hangs, and starts no second one', async () => {
  let calls = 0
  const read = cached(
    () => {
      calls += 1
      return new Promise(() => {})
    },
    { maxAgeMs: 10, maxReadMs: 20 },
  )
  const startedAt = performance.now()
  expect(await read()).toBeUndefined()
  expect(performance.now() - startedAt).toBeLessThan(1_000)
  await sleep(20)
  expect([await read(), calls]).toEqual([undefined, 1])
})

const good = reading({
  name: 'good',
  metrics: {
    baseline_good: { help: 'Without labels' },
    baseline_empty: { help: 'Without samples' },
    baseline_good_total: { help: 'A counter', labelNames: ['kind'] },
  },
  read: async () => ({
    samples: {
      baseline_good: [{ value: 2 }],
      baseline_empty: [],
      baseline_good_total: [{ labels: { kind: 'a' }, value: 3 }],
    },
    findings: [{ key: 'mailsFailed', params: { count: 1 } }],
  }),
})
const broken = reading({
  name: 'broken',
  metrics: { baseline_broken: { help: 'Cannot be read' } },
  read: async () => {
    throw new Error('broken')
  },
})

test('exports samples, and tells which figures could not be read', async () => {
  const register = new Registry()
  registerReadings(register, [good, broken], undefined as never)
  const text = await register.metrics()
  expect(text.split('\n').filter((line) => line && !line.startsWith('#'))).toEqual([
    'baseline_good 2',
    'baseline_good_total{kind="a"} 3',
    'baseline_reading_success{reading="good"} 1',
    'baseline_reading_success{reading="broken"} 0',
  ])
  expect(text).toContain('# TYPE baseline_good_total counter')
  expect(checkMetrics(text)).toEqual([])
  expect(checkMetrics('# HELP x_total x\n# TYPE x_total gauge\nx_total 1\n')).toHaveLength(1)
})

test('reports figures that could not be read', async () => {
  expect(await readFindings([good, broken], undefined as never)).toEqual([
    { key: 'mailsFailed', params: { count: 1 } },
    { key: 'readingFailed', params: { names: 'broken' } },
  ])
})
