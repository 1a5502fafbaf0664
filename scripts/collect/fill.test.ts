import { expect, test } from 'vitest'

import { fillForm, writeTimestamp } from './fill.ts'
import type { Answers } from './fill.ts'
import { writeForm } from './testing/documents.ts'
import { deviceId } from './testing/fixtures.ts'
import { parseXml, writeXml } from './xml.ts'

const interview = {
  startedAt: new Date('2026-11-18T13:47:13.953Z'),
  endedAt: new Date('2026-11-18T13:47:13.994Z'),
  offsetMinutes: -180,
  properties: { deviceid: deviceId },
}

const fill = (answers: Answers, form = writeForm()): string =>
  fillForm(form, answers, interview).replace(/uuid:[0-9a-f-]{36}/, 'uuid:1')

test('X1 X2 X3 X4 X5 writes the bytes that JavaRosa wrote for the same form and answers', () => {
  const filled = fill({
    '/data/village': 'São João @ "Mata" & <Vale>',
    '/data/photo': '1700000000000.jpg',
    '/data/hidden': null,
    '/data/members/member': [{ name: 'Ana' }, { name: 'Rui' }],
  })
  expect(filled).toBe(
    `<?xml version='1.0' encoding='UTF-8' ?><data id="household" version="3" ` +
      'xmlns:ev="http://www.w3.org/2001/xml-events" xmlns:orx="http://openrosa.org/xforms" ' +
      'xmlns:odk="http://www.opendatakit.org/xforms" xmlns:h="http://www.w3.org/1999/xhtml" ' +
      'xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:jr="http://openrosa.org/javarosa">' +
      '<start>2026-11-18T10:47:13.953-03:00</start><end>2026-11-18T10:47:13.994-03:00</end>' +
      `<today>2026-11-18</today><deviceid>${deviceId}</deviceid>` +
      '<village>São João &#64; "Mata" &amp; &lt;Vale&gt;</village><photo>1700000000000.jpg</photo><size>1</size>' +
      '<members><member><name>Ana</name><age /></member><member><name>Rui</name><age /></member></members>' +
      '<meta><instanceID>uuid:1</instanceID><instanceName /></meta></data>',
  )
})

test('X4 a form without answers has the one row of its template', () => {
  expect(fill({})).toContain('<members><member><name /><age /></member></members>')
  expect(fill({ '/data/members/member': [] })).toContain('<members /><meta>')
})

test('X5 writes Z for a phone without an offset', () => {
  expect(writeTimestamp(interview.startedAt, 0)).toBe('2026-11-18T13:47:13.953Z')
  expect(writeTimestamp(interview.startedAt, 345)).toBe('2026-11-18T19:32:13.953+05:45')
})

test('X6 writes control characters as references, which XML 1.0 does not allow', () => {
  const filled = fill({ '/data/village': 'a\u0001b\tc\nd' })
  expect(filled).toContain('<village>a&#1;b\tc\nd</village>')
  expect(() => parseXml(filled)).toThrow('malformed character entity')
})

test('X1 writes attributes with the quotation mark that they do not contain', () => {
  const root = parseXml(`<a b="1 &quot;2&quot; '3' &amp; &lt; @&#10;" c="'" />`)
  expect(writeXml(root)).toBe(
    `<?xml version='1.0' encoding='UTF-8' ?><a b='1 "2" &apos;3&apos; &amp; &lt; &#64;&#10;' c="'" />`,
  )
})

test('refuses an answer to a question that the form does not have', () => {
  expect(() => fill({ '/data/vilage': 'x' })).toThrow('the form has no /data/vilage')
  expect(() => fill({ '/data/members/member': [{ nam: 'x' }] })).toThrow(
    'the form has no /data/members/member/nam',
  )
})
