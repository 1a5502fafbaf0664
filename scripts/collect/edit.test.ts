import { expect, test } from 'vitest'

import { photo, writeForm } from './testing/documents.ts'
import { startFieldwork } from './testing/fixtures.ts'

const form = writeForm({ submission: '<submission odk:client-editable="true"/>' })
const answers = {
  '/data/village': 'Mata',
  '/data/hidden': null,
  '/data/members/member': [{ name: 'Ana', age: '30' }, { name: 'Rui' }],
}

const textOf = ({ xml }: { xml: { bytes: Uint8Array } }): string => Buffer.from(xml.bytes).toString('utf8')

test('E1 edits only forms that allow it', async () => {
  const { phone, form: fixed } = await startFieldwork()
  expect(() => phone.edit(phone.finalize(fixed, {}), {})).toThrow('does not allow edits')
})

test('E2 an edit has a new instanceID, and names the former one last in meta', async () => {
  let time = Date.parse('2026-11-18T10:00:00Z')
  const { phone, form: editable } = await startFieldwork(undefined, {
    form,
    now: () => new Date((time += 1_000)),
  })
  const original = phone.finalize(editable, answers, { startedAt: new Date('2026-11-18T09:00:00Z') })
  const edit = phone.edit(original, { '/data/village': 'Vale' })
  expect(edit.instanceId).toMatch(/^uuid:[0-9a-f-]{36}$/)
  expect(edit.instanceId).not.toBe(original.instanceId)
  const replaced = textOf(original)
    .replace(original.instanceId, edit.instanceId)
    .replace('<village>Mata</village>', '<village>Vale</village>')
    .replace('</meta>', `<deprecatedID>${original.instanceId}</deprecatedID></meta>`)
  const withoutEnd = (xml: string): string => xml.replace(/<end>.*<\/end>/, '')
  expect(withoutEnd(textOf(edit))).toBe(withoutEnd(replaced))
  expect(/<end>(.*)<\/end>/.exec(textOf(edit))?.[1]).not.toBe(/<end>(.*)<\/end>/.exec(textOf(original))?.[1])
})

test('E3 deprecatedID has no namespace, even if meta has one', async () => {
  const prefixed = form
    .replaceAll('/data/meta/instanceID', '/data/orx:meta/orx:instanceID')
    .replace('<meta><instanceID/>', '<orx:meta><orx:instanceID/>')
    .replace('</meta>', '</orx:meta>')
  const { phone, form: editable } = await startFieldwork(undefined, { form: prefixed })
  const original = phone.finalize(editable, {})
  const edit = phone.edit(original, {})
  expect(textOf(edit)).toContain(
    `<orx:meta><orx:instanceID>${edit.instanceId}</orx:instanceID><instanceName />` +
      `<deprecatedID>${original.instanceId}</deprecatedID></orx:meta>`,
  )
})

test('E4 the edit of an edit names the last instanceID once, and older ones cannot be edited again', async () => {
  const { phone, form: editable } = await startFieldwork(undefined, { form })
  const original = phone.finalize(editable, answers)
  const first = phone.edit(original, {})
  const second = phone.edit(first, {})
  expect([...textOf(second).matchAll(/<deprecatedID>(.*?)<\/deprecatedID>/g)].map(([, id]) => id)).toEqual([
    first.instanceId,
  ])
  expect(() => phone.edit(original, {})).toThrow('newer edit')
  expect(() => phone.edit(first, {})).toThrow('newer edit')
})

test('E5 an edit sends all files again', async () => {
  const { phone, form: editable, requests } = await startFieldwork(undefined, { form })
  const original = phone.finalize(editable, answers, { files: [photo('a.jpg', 5), photo('b.jpg', 5)] })
  await phone.send(original)
  await phone.send(phone.edit(original, {}, { files: [photo('c.jpg', 5)] }))
  const [, , , post] = requests()
  expect([...(post?.raw ?? '').matchAll(/; name="(\w\.jpg)"/g)].map(([, name]) => name)).toEqual([
    'a.jpg',
    'b.jpg',
    'c.jpg',
  ])
})

test.for([
  [false, '', false],
  [true, '', true],
  [true, 'orx:auto-delete="false"', false],
  [false, 'orx:auto-delete="true"', true],
] as const)(
  'E6 deletes after sending: setting %s, form "%s": %s',
  async ([setting, attribute, isDeleted]) => {
    const { phone, form: editable } = await startFieldwork(undefined, {
      form: writeForm({ submission: `<submission odk:client-editable="true" ${attribute}/>` }),
      general: { delete_send: setting },
    })
    const instance = phone.finalize(editable, {})
    await phone.send(instance)
    expect(phone.instances).toHaveLength(isDeleted ? 0 : 1)
    if (isDeleted) expect(() => phone.edit(instance, {})).toThrow('has deleted this interview')
  },
)
