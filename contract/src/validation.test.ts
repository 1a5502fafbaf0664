import { describe, expect, test } from 'vitest'
import { z } from 'zod'

import { date, email, emailList, oneOrMany, optional, phone, range, text } from './fields.ts'
import { listQuery } from './list.ts'
import { fieldIssues } from './validation.ts'

const keyFor = (schema: z.ZodType, value: unknown) => {
  const result = schema.safeParse(value, { reportInput: true })
  return result.success ? undefined : fieldIssues(result.error)[0]?.key
}

describe('§5 checks every limit of a field and returns its message', () => {
  test.for<[string, z.ZodType, unknown, string | undefined]>([
    ['one below the minimum', text({ min: 2 }), 'a', 'validation.string.min'],
    ['the minimum', text({ min: 2 }), 'ab', undefined],
    ['the maximum', text({ max: 3 }), 'abc', undefined],
    ['one above the maximum', text({ max: 3 }), 'abcd', 'validation.string.max'],
    ['surrounding spaces are trimmed', text({ max: 3 }), '  abc  ', undefined],
    ['a blank required text', text({ min: 1 }), '   ', 'validation.mixed.required'],
    ['missing', text(), undefined, 'validation.mixed.required'],
    ['a number for a text', text(), 5, 'validation.mixed.default'],
    ['exact length', z.string().length(3), 'ab', 'validation.string.length'],
    ['not an email', email, 'nope', 'validation.string.email'],
    ['a blank email', email, ' ', 'validation.mixed.required'],
    ['not a URL', z.url(), 'nope', 'validation.string.url'],
    ['a pattern', z.string().regex(/^a/), 'b', 'validation.string.matches'],
    ['not lower case', z.string().lowercase(), 'A', 'validation.string.lowercase'],
    ['not upper case', z.string().uppercase(), 'a', 'validation.string.uppercase'],
    ['a phone with a plus', phone, '+1', 'validation.string.phone'],
    ['a phone', phone, '258 84', undefined],
    ['nothing selected', z.enum(['a']), undefined, 'validation.string.selected'],
    ['none of the options', z.enum(['a']), 'b', 'validation.string.selected'],
    ['not a calendar date', date, '2026-02-30', 'validation.mixed.default'],
    ['a date and a time', date, '2026-02-03T10:00:00Z', 'validation.mixed.default'],
    ['one bad email of several', emailList, ['ana@example.org', 'nope'], 'user.validations.email'],
    ['no emails', emailList, [], 'validation.array.min'],
    ['too small a number', z.number().min(3), 2, 'validation.number.min'],
    ['too large a number', z.number().max(3), 4, 'validation.number.max'],
    ['not less', z.number().lt(3), 3, 'validation.number.lessThan'],
    ['not more', z.number().gt(3), 3, 'validation.number.moreThan'],
    ['not positive', z.number().positive(), 0, 'validation.number.positive'],
    ['not negative', z.number().negative(), 0, 'validation.number.negative'],
    ['not whole', z.int(), 1.5, 'validation.number.integer'],
    ['too early', z.date().min(new Date(5)), new Date(4), 'validation.date.min'],
    ['too late', z.date().max(new Date(5)), new Date(6), 'validation.date.max'],
    ['too few', z.array(z.string()).min(1), [], 'validation.array.min'],
    ['too many', z.array(z.string()).max(1), ['a', 'b'], 'validation.array.max'],
    ['an unknown key', z.strictObject({}), { a: 1 }, 'validation.object.noUnknown'],
  ])('%s', ([, schema, value, key]) => {
    expect(keyFor(schema, value)).toBe(key)
  })
})

test('§5 a multi-value filter accepts one value or a list; a range may be open at either end', () => {
  expect(oneOrMany(text()).parse('a')).toEqual(['a'])
  expect(oneOrMany(text()).parse(['a', 'b'])).toEqual(['a', 'b'])
  expect(range(z.iso.date()).parse(['', '2026-01-31'])).toEqual([undefined, '2026-01-31'])
  expect(range(z.iso.date()).parse(['2026-01-01'])).toEqual(['2026-01-01'])
  expect(optional(text({ min: 2 })).parse('  ')).toBeNull()
  expect(email.parse(' Ana@Example.ORG ')).toBe('ana@example.org')
})

test('§4 a list accepts its own columns in both directions only', () => {
  const query = listQuery({}, ['name'])
  expect(query.parse({ orderBy: 'name_ASC', limit: '10', offset: '20' })).toEqual({
    orderBy: 'name_ASC',
    limit: 10,
    offset: 20,
  })
  for (const bad of ['name', 'name_asc', 'id_ASC', 'name_ASC; drop', ''])
    expect(query.safeParse({ orderBy: bad }).success).toBe(false)
  for (const bad of ['0', '1001', '-1', '1.5', '1e2', ' 5', ['5'], ''])
    expect(query.safeParse({ limit: bad }).success).toBe(false)
})
