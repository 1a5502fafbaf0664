import type { Chance } from '../seed/chance.ts'

/** Marks a text that becomes a JSON number as it is: JavaScript cannot hold such numbers. */
const rawNumber = (digits: string): string => `#number ${digits}#`

/** Writes JSON with the numbers that `rawNumber` marks. */
export const writeJson = (value: unknown): string =>
  (JSON.stringify(value) ?? '').replaceAll(/"#number ([^#"]+)#"/g, '$1')

/** Writes a value of a path, a query or a form, where a number has no other notation than its digits. */
export const writeText = (value: unknown): string =>
  (typeof value === 'string' ? value.replace(/^#number ([^#]+)#$/, '$1') : writeJson(value)).toWellFormed()

export const nest = (depth: number, open: string, inner: string, close: string): string =>
  open.repeat(depth) + inner + close.repeat(depth)

const texts: readonly string[] = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\uD800',
  'a\uDFFFb',
  '\uFEFF',
  '\uFFFE\uFFFF',
  '\u{10FFFF}',
  '\u202Eabc',
  '\u2028\u2029',
  '\r\nSet-Cookie: a=b',
  'İıſß',
  'a\u0301'.repeat(80),
  '👩\u200D🚀'.repeat(40),
  "' or '1'='1",
  "'; select pg_sleep(5); --",
  '%',
  '_%\\',
  '$1',
  '{a,b}',
  '[1,2)',
  '../../etc/passwd',
  '${7*7}',
  '<script>alert(1)</script>',
  'null',
  'NaN',
  'Infinity',
  '-infinity',
  'epoch',
  'true',
  '-1',
  '1e400',
  '0x10',
  '9223372036854775808',
  '0000-00-00',
  '9999-12-31',
  '-4713-01-01',
  '2026-02-30',
  '2026-02-28T24:00:00Z',
  '9999-12-31T23:59:59.999999999+23:59',
  '0001-01-01T00:00:00+23:59',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '__proto__',
  'constructor',
  'toString',
  'x'.repeat(256),
  'é'.repeat(3_000),
  'x'.repeat(30_000),
  'a@'.repeat(200),
  `${'a'.repeat(64)}@${'b'.repeat(190)}.example.org`,
  'javascript:alert(1)',
  'http://127.0.0.1:1/',
  'https://[::1',
]

const others: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  -0.000001,
  2 ** 31,
  2 ** 53 + 2,
  1e21,
  Number.MAX_VALUE,
  rawNumber('1e999'),
  rawNumber('-1e999'),
  rawNumber('9'.repeat(400)),
  rawNumber('-0'),
  rawNumber('1e-400'),
  [],
  [[]],
  [null],
  {},
  { length: -1 },
  { toString: 1, valueOf: 1 },
  { $ne: null },
  Array.from({ length: 1_001 }, () => 'a'),
  Array.from({ length: 5_000 }, (_, index) => index),
]

export const hostileText = (chance: Chance): string =>
  chance.happens(0.7) ? chance.pick(texts) : chance.pick(texts) + chance.pick(texts)

export const hostileValue = (chance: Chance): unknown => {
  if (chance.happens(0.6)) return hostileText(chance)
  // A copy, because a later change can be inside the value.
  if (chance.happens(0.8)) return structuredClone(chance.pick(others))
  const depth = chance.pick([2, 10, 31, 33, 200, 1_000])
  return JSON.parse(
    chance.happens(0.5) ? nest(depth, '[', '1', ']') : nest(depth, '{"a":', '1', '}'),
  ) as unknown
}
