import { expect, test } from 'vitest'

import { chooseLabels } from './label-layout.ts'
import type { Label } from './label-layout.ts'

const label = (name: string, x: number, y: number, extraFields: Partial<Label> = {}): Label => ({
  key: name,
  kind: 'village',
  name,
  n: 10,
  x,
  y,
  width: 60,
  height: 16,
  ...extraFields,
})
const names = (labels: readonly Label[], max?: number) => chooseLabels(labels, max).map(({ name }) => name)

test('shows the larger of two overlapping names', () => {
  expect(names([label('Calanga', 100, 100), label('Xinavane', 130, 105, { n: 40 })])).toEqual(['Xinavane'])
  expect(names([label('Calanga', 100, 100), label('Xinavane', 170, 100, { n: 40 })])).toEqual([
    'Xinavane',
    'Calanga',
  ])
  expect(names([label('Calanga', 100, 100), label('Xinavane', 110, 130)])).toEqual(['Calanga', 'Xinavane'])
})

test('prefers a district to a village', () => {
  const district = label('Manhiça', 100, 100, { kind: 'district', n: 1 })
  expect(names([label('Xinavane', 105, 100, { n: 900 }), district])).toEqual(['Manhiça'])
})

test('shows no overlapping names, and not more than the limit', () => {
  const labels = Array.from({ length: 600 }, (_, n) =>
    label(`Village ${String(n)}`, (n * 37) % 1200, (n * 91) % 640, { n: n % 50 }),
  )
  const chosenLabels = chooseLabels(labels)
  expect(chosenLabels).toHaveLength(40)
  for (const one of chosenLabels)
    for (const other of chosenLabels)
      if (one !== other) expect(Math.abs(one.x - other.x) >= 60 || Math.abs(one.y - other.y) >= 16).toBe(true)
  expect(names(labels, 3)).toHaveLength(3)
})
