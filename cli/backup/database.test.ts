import { expect, test } from 'vitest'

import { findGap } from './database.ts'

const segment = (timeline: number, index: number) =>
  [timeline, Math.floor(index / 256), index % 256]
    .map((part) => part.toString(16).toUpperCase().padStart(8, '0'))
    .join('')
const segments = (timeline: number, first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, offset) => segment(timeline, first + offset))

test('finds no gap in a whole archive, across a log file of 256 segments', () => {
  expect(findGap(segments(1, 250, 260), segment(1, 252))).toBeUndefined()
})

test('finds a segment that is missing, also the first one', () => {
  const archive = segments(1, 250, 260)
  const without = (index: number) => archive.filter((name) => name !== segment(1, index))
  expect(findGap(without(255), segment(1, 252))).toBe(segment(1, 255))
  expect(findGap(without(256), segment(1, 252))).toBe(segment(1, 256))
  expect(findGap(without(252), segment(1, 252))).toBe(segment(1, 252))
  expect(findGap(without(251), segment(1, 252))).toBeUndefined()
})

test('follows a timeline that began within the one before', () => {
  const archive = [...segments(1, 10, 20), ...segments(2, 15, 30)]
  expect(findGap(archive, segment(1, 12))).toBeUndefined()
  expect(findGap(archive, segment(2, 16))).toBeUndefined()
  expect(findGap([...segments(1, 10, 12), ...segments(2, 15, 30)], segment(1, 10))).toBe(segment(1, 13))
})
