import { expect, test } from 'vitest'

import type { Phone } from './phone.ts'
import { md5, openRosa, writeForm, writeList, writeManifest } from './testing/documents.ts'
import { createPhone, startServer } from './testing/fixtures.ts'
import type { Answer } from './testing/recorder.ts'

const empty: Answer = { status: 200, headers: openRosa, body: writeList([]) }

/** Starts a server with changeable pages. A page can be an XForm, a manifest, a file or the list. */
const startForms = async () => {
  const pages: Record<string, Answer> = {}
  const recorder = await startServer(({ target }) => pages[target.replace(/\?.*$/, '')] ?? { status: 404 })
  const { url } = recorder
  const put = (path: string, body: string): string => {
    pages[path] = { status: 200, headers: openRosa, body }
    return url + path
  }
  let seen = 0
  return {
    phone: createPhone(url),
    url,
    pages,
    put,
    /** Publishes forms: XForms by path, each with its hash. */
    publish: (
      forms: { path: string; xform: string; version?: string; id?: string; manifestUrl?: string }[],
    ) =>
      put(
        '/formList',
        writeList(
          forms.map(({ path, xform, ...entry }) => ({
            ...entry,
            hash: `md5:${md5(xform)}`,
            downloadUrl: put(path, xform),
          })),
        ),
      ),
    /** Paths of the requests since the last call. */
    takePaths: () => {
      const paths = recorder.requests.slice(seen).map(({ target }) => target.replace(/\?.*$/, ''))
      seen = recorder.requests.length
      return paths
    },
  }
}

const problemOf = async (phone: Phone): Promise<unknown> =>
  phone.refreshForms().then(
    () => undefined,
    (error: unknown) => (error as { problem?: string }).problem,
  )

test('F1 asks for the list below the URL, whose slashes at the end are removed', async () => {
  const recorder = await startServer(() => empty)
  await createPhone(`${recorder.url}/api/field/token//`).refreshForms()
  expect(recorder.requests[0]?.target).toMatch(/^\/api\/field\/token\/formList\?/)
})

test.for([
  [401, 'AuthRequired'],
  [404, 'Unreachable'],
  [500, 'ServerError'],
  [204, 'ServerError'],
] as const)('F2 %i to the list means %s', async ([status, problem]) => {
  const recorder = await startServer(() => ({ status }))
  expect(await problemOf(createPhone(recorder.url))).toBe(problem)
})

test.for([
  ['text/xml', undefined],
  ['TEXT/XML; charset=utf-8', undefined],
  [undefined, undefined],
  ['application/xml', 'FetchError'],
  ['text/html', 'FetchError'],
] as const)('F3 a list of the type %s results in %s', async ([type, problem]) => {
  const recorder = await startServer(() => ({
    ...empty,
    headers: { 'X-OpenRosa-Version': '1.0', ...(type === undefined ? {} : { 'Content-Type': type }) },
  }))
  expect(await problemOf(createPhone(recorder.url))).toBe(problem)
})

test('F4 needs the header X-OpenRosa-Version, with any value', async () => {
  const without = await startServer(() => ({ ...empty, headers: { 'Content-Type': 'text/xml' } }))
  expect(await problemOf(createPhone(without.url))).toBe('ServerNotOpenRosaError')
  const other = await startServer(() => ({ ...empty, headers: { ...openRosa, 'X-OpenRosa-Version': '2.0' } }))
  expect(await problemOf(createPhone(other.url))).toBeUndefined()
})

test.for([
  ['<forms xmlns="http://openrosa.org/xforms/xformsList"/>', 'ParseError'],
  ['<xforms/>', 'ParseError'],
  ['<xforms xmlns="http://openrosa.org/xforms/xformsList">', 'FetchError'],
  ['<xforms xmlns="http://openrosa.org/xforms/xformsList"><other xmlns="urn:x"/></xforms>', undefined],
] as const)('F5 the list %s results in %s', async ([body, problem]) => {
  const recorder = await startServer(() => ({ ...empty, body }))
  expect(await problemOf(createPhone(recorder.url))).toBe(problem)
})

test.for(['formID', 'name', 'downloadUrl'])(
  'F6 one form without %s makes the whole list useless',
  async (field) => {
    const complete = writeList([{ hash: 'md5:1', downloadUrl: 'http://127.0.0.1/form' }])
    const recorder = await startServer(() => ({
      ...empty,
      body: complete.replace(new RegExp(`<${field}>.*</${field}>`), ''),
    }))
    expect(await problemOf(createPhone(recorder.url))).toBe('ParseError')
  },
)

test('F7 a form without an MD5 hash cannot be downloaded, the others can', async () => {
  const { phone, put, takePaths } = await startForms()
  const xform = writeForm({ id: 'b' })
  put(
    '/formList',
    writeList([
      { id: 'a', downloadUrl: put('/a', writeForm({ id: 'a' })) },
      { id: 'c', hash: 'sha1:12', downloadUrl: put('/c', writeForm({ id: 'c' })) },
      { id: 'b', hash: `md5:${md5(xform)}`, downloadUrl: put('/b', xform) },
    ]),
  )
  const results = await phone.refreshForms()
  expect(results.map(({ formId, error }) => [formId, error])).toEqual([
    ['a', 'the form has no hash'],
    ['c', 'the form has no hash'],
    ['b', undefined],
  ])
  expect(takePaths()).toEqual(['/formList', '/b'])
})

test('F8 asks for each manifest at each refresh', async () => {
  const { phone, put, publish, takePaths } = await startForms()
  const manifestUrl = put('/manifest', writeManifest([]))
  publish([{ path: '/form', xform: writeForm(), manifestUrl }])
  await phone.refreshForms()
  expect(takePaths()).toEqual(['/formList', '/manifest', '/form'])
  await phone.refreshForms()
  expect(takePaths()).toEqual(['/formList', '/manifest'])
})

test.for(['filename', 'hash', 'downloadUrl'])(
  'F9 a manifest with a file without %s is ignored, and the form is installed without files',
  async (field) => {
    const { phone, put, publish } = await startForms()
    const url = put('/places.csv', 'name\na')
    const complete = writeManifest([{ name: 'places.csv', content: 'name\na', url }])
    const manifestUrl = put('/manifest', complete.replace(new RegExp(`<${field}>.*</${field}>`), ''))
    publish([{ path: '/form', xform: writeForm(), manifestUrl }])
    expect(await phone.refreshForms()).toEqual([{ formId: 'household', state: 'new' }])
    expect(phone.getForm('household').media.size).toBe(0)
    put('/manifest', complete)
    expect(await phone.refreshForms()).toEqual([{ formId: 'household', state: 'updatedMedia' }])
    expect(phone.getForm('household').media.get('places.csv')?.toString()).toBe('name\na')
  },
)

test('F10 does not download a form with a known hash again', async () => {
  const { phone, publish, takePaths } = await startForms()
  publish([{ path: '/form', xform: writeForm() }])
  await phone.refreshForms()
  takePaths()
  expect(await phone.refreshForms()).toEqual([{ formId: 'household', state: 'onDevice' }])
  expect(takePaths()).toEqual(['/formList'])
})

test('F11 a hash that is not the one of the form makes the form disappear at every second refresh', async () => {
  const { phone, put } = await startForms()
  put('/formList', writeList([{ hash: 'md5:wrong', downloadUrl: put('/form', writeForm()) }]))
  const counts: number[] = []
  for (let refresh = 1; refresh <= 4; refresh += 1) {
    await phone.refreshForms()
    counts.push(phone.forms.length)
  }
  expect(counts).toEqual([1, 0, 1, 0])
})

test('F12 a changed form with the same version replaces the former one, also if its download fails', async () => {
  const { phone, publish, pages } = await startForms()
  publish([{ path: '/form', xform: writeForm() }])
  await phone.refreshForms()
  const changed = writeForm({ title: 'Changed' })
  publish([{ path: '/changed', xform: changed }])
  pages['/changed'] = { status: 500 }
  expect(await phone.refreshForms()).toMatchObject([
    { state: 'updatedHash', error: expect.stringContaining('500') },
  ])
  expect(phone.forms).toEqual([])
  publish([{ path: '/changed', xform: changed }])
  await phone.refreshForms()
  expect(phone.forms.map(({ title }) => title)).toEqual(['Changed'])
})

test('F13 a new version is added, and takes over files with an equal hash', async () => {
  const { phone, put, publish, takePaths } = await startForms()
  const same = { name: 'same.csv', content: 'a', url: put('/same', 'a') }
  const manifest = put('/manifest', writeManifest([same]))
  publish([{ path: '/3', xform: writeForm(), manifestUrl: manifest }])
  await phone.refreshForms()
  takePaths()
  put('/manifest', writeManifest([same, { name: 'new.csv', content: 'b', url: put('/new', 'b') }]))
  publish([{ path: '/4', xform: writeForm({ version: '4' }), version: '4', manifestUrl: manifest }])
  expect(await phone.refreshForms()).toEqual([{ formId: 'household', state: 'updatedVersion' }])
  expect(takePaths()).toEqual(['/formList', '/manifest', '/4', '/new'])
  expect(phone.forms.map(({ version }) => version)).toEqual(['3', '4'])
  expect([...phone.getForm('household').media.keys()]).toEqual(['same.csv', 'new.csv'])
})

test('F14 a changed file downloads the form and this file again', async () => {
  const { phone, put, publish, takePaths } = await startForms()
  const same = { name: 'same.csv', content: 'a', url: put('/same', 'a') }
  const manifestUrl = put(
    '/manifest',
    writeManifest([same, { name: 'x.csv', content: '1', url: put('/x', '1') }]),
  )
  publish([{ path: '/form', xform: writeForm(), manifestUrl }])
  await phone.refreshForms()
  takePaths()
  put('/manifest', writeManifest([same, { name: 'x.csv', content: '2', url: put('/x', '2') }]))
  expect(await phone.refreshForms()).toEqual([{ formId: 'household', state: 'updatedMedia' }])
  expect(takePaths()).toEqual(['/formList', '/manifest', '/form', '/x'])
})

test('F15 deletes a form that the list no longer has, or hides it if it has interviews', async () => {
  const { phone, publish } = await startForms()
  const forms = ['a', 'b'].map((id) => ({ id, path: `/${id}`, xform: writeForm({ id }) }))
  publish(forms)
  await phone.refreshForms()
  phone.finalize(phone.getForm('a'), {})
  publish([])
  await phone.refreshForms()
  expect(phone.forms).toEqual([])
  expect(phone.instances[0]?.form).toMatchObject({ formId: 'a', isDeleted: true })
  publish(forms)
  expect(await phone.refreshForms()).toMatchObject([{ state: 'new' }, { state: 'new' }])
  expect(phone.forms.map(({ formId }) => formId)).toEqual(['a', 'b'])
})

test('F16 ignores folders in the names of files, and the types of downloads', async () => {
  const { phone, put, publish, pages } = await startForms()
  const url = put('/x', '1')
  pages['/x'] = { status: 200, headers: { 'Content-Type': 'application/json' }, body: '1' }
  const manifestUrl = put('/manifest', writeManifest([{ name: '../other/x.csv', content: '1', url }]))
  publish([{ path: '/form', xform: writeForm(), manifestUrl }])
  await phone.refreshForms()
  expect([...phone.getForm('household').media.keys()]).toEqual(['x.csv'])
})

test('F17 a file that cannot be downloaded prevents its form, but not the others', async () => {
  const { phone, put, publish, url } = await startForms()
  const manifestUrl = put(
    '/manifest',
    writeManifest([{ name: 'x.csv', content: '1', url: `${url}/missing` }]),
  )
  publish([
    { id: 'a', path: '/a', xform: writeForm({ id: 'a' }), manifestUrl },
    { id: 'b', path: '/b', xform: writeForm({ id: 'b' }) },
  ])
  expect(await phone.refreshForms()).toMatchObject([
    { error: expect.stringContaining('404') },
    { state: 'new' },
  ])
  expect(phone.forms.map(({ formId }) => formId)).toEqual(['b'])
})

test('F18 takes id and version from the XForm', async () => {
  const { phone, publish } = await startForms()
  publish([{ id: 'listed', version: '1', path: '/form', xform: writeForm({ id: 'written', version: '2' }) }])
  await phone.refreshForms()
  expect(phone.forms).toMatchObject([{ formId: 'written', version: '2' }])
})
