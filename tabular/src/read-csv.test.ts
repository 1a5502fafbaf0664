import fc from 'fast-check'
import { expect, test } from 'vitest'

import { TabularError } from './problem.ts'
import { readCsv } from './read-csv.ts'

const limits = { fileBytes: 10_000, rows: 100, columns: 10 }
const read = (text: string) => readCsv(new TextEncoder().encode(text), limits)

test.for([
  [
    'a,b\n1,2\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    '\uFEFFa;b\r\n1;2',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'a\tb\r1\t2\r\r',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'a,b\n"x, y","say ""hi""\nnow"\n',
    [
      ['a', 'b'],
      ['x, y', 'say "hi"\nnow'],
    ],
  ],
  [
    'a,b\n , \n1,\n',
    [
      ['a', 'b'],
      ['1', ''],
    ],
  ],
  ['', []],
] as const)('reads %j', ([text, rows]) => {
  expect(read(text)).toEqual(rows)
})

test('refuses damaged and large files', () => {
  const problemOf = (bytes: Uint8Array) => {
    try {
      return readCsv(bytes, limits)
    } catch (error) {
      return error instanceof TabularError && error.problem
    }
  }
  const encode = (text: string) => new TextEncoder().encode(text)
  expect(problemOf(new Uint8Array([0xff, 0xfe, 0x41]))).toBe('damaged')
  expect(problemOf(encode('a,b\n"x'))).toBe('damaged')
  expect(problemOf(encode('x'.repeat(10_001)))).toBe('tooLarge')
  expect(problemOf(encode('a\n'.repeat(200)))).toBe('tooLarge')
  expect(problemOf(encode(','.repeat(20)))).toBe('tooLarge')
})

test('returns rows or a TabularError for any text', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a",;\n\r\t ]{0,60}$/), (text) => {
      try {
        for (const row of read(text)) expect(row.length).toBeGreaterThan(0)
      } catch (error) {
        expect(error).toBeInstanceOf(TabularError)
      }
    }),
    { numRuns: 2_000 },
  )
})
