import { afterAll, beforeAll, expect, inject, test } from 'vitest'

import { openWorld, signUpVerified } from '#testing/world.ts'
import type { World } from '#testing/world.ts'

import { checkMetrics } from '../../scripts/testing/promtool.ts'

let world: World
beforeAll(async () => {
  world = await openWorld(inject('superuserUrl'))
})
afterAll(() => world.close())

test('exports metrics for Prometheus, without values of requests', async () => {
  const { email } = await signUpVerified(world)
  await fetch(`${world.url}/identity/unknown?email=${encodeURIComponent(email)}`)
  const answer = await fetch(`${world.url}/metrics`)
  const text = await answer.text()
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  expect(checkMetrics(text)).toEqual([])
  expect(text).toMatch(/^baseline_build_info\{service="identity",version="[^"]+"\} 1$/m)
  expect(text).toMatch(/^baseline_mails_total\{outcome="sent"\} [1-9]/m)
  expect(text).toMatch(/^baseline_mails_waiting 0$/m)
  expect(text).toMatch(/^baseline_database_up 1$/m)
  expect(text).toMatch(/^baseline_database_connections\{state="max"\} 10$/m)
  expect(Math.abs(Number(/^baseline_clock_difference_seconds (\S+)$/m.exec(text)?.[1]))).toBeLessThan(5)
  expect(text).toContain('route="/identity/sign-up/email"')
  expect(text).toContain('route="unknown"')
  expect(text).not.toContain(email)
})
