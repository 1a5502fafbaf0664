import { messagesByLanguage } from '@baseline/contract/messages/all.ts'
import { translateIfKnown } from '@baseline/contract/messages/translate.ts'
import { describe, expect, test } from 'vitest'

import { limits } from '#platform/limits.ts'

import { readSubmission } from './read-submission.ts'
import { SubmissionError } from './submission.ts'

const encode = (xml: string): Uint8Array => new TextEncoder().encode(xml)
const read = (xml: string) => readSubmission(encode(xml))

const meta = '<meta><instanceID>uuid:1</instanceID></meta>'
const withAnswers = (answers: string) => `<data id="household" version="3">${answers}${meta}</data>`

const { bytes, elements, levels, idCharacters } = limits.submissions
const withId = (id: string) => `<data id="a"><meta><instanceID>${id}</instanceID></meta></data>`

/** Returns the key and the parameters of the refusal. */
const refusalOf = (xml: string | Uint8Array): [string, SubmissionError['details']] | undefined => {
  try {
    readSubmission(typeof xml === 'string' ? encode(xml) : xml)
    return undefined
  } catch (error) {
    if (!(error instanceof SubmissionError)) throw error
    return [error.code.replace('entities.intake.submission.', ''), error.details ?? {}]
  }
}

test('reads a file of Collect: form, version, ids, name and the tree', () => {
  const xml = `<?xml version='1.0' encoding='UTF-8' ?><data id='household' version='3' xmlns:orx="http://openrosa.org/xforms"><village>Mar&#64;cuene</village><blank /><members><age>4</age></members><orx:meta><orx:deprecatedID>uuid:0</orx:deprecatedID><orx:instanceID>uuid:1</orx:instanceID><orx:instanceName>Ana &amp; Rui</orx:instanceName></orx:meta></data>`
  const leaf = (name: string, text: string) => ({ name, text, children: [] })
  expect(read(xml)).toEqual({
    formId: 'household',
    version: '3',
    instanceId: 'uuid:1',
    deprecatedId: 'uuid:0',
    instanceName: 'Ana & Rui',
    root: {
      name: 'data',
      text: '',
      children: [
        leaf('village', 'Mar@cuene'),
        leaf('blank', ''),
        { name: 'members', text: '', children: [leaf('age', '4')] },
        {
          name: 'meta',
          text: '',
          children: [
            leaf('deprecatedID', 'uuid:0'),
            leaf('instanceID', 'uuid:1'),
            leaf('instanceName', 'Ana & Rui'),
          ],
        },
      ],
    },
  })
})

describe('accepts', () => {
  test('a form without a version, an edit or a name', () => {
    expect(read(`<data id="household">${meta}</data>`)).toMatchObject({
      version: undefined,
      deprecatedId: undefined,
      instanceName: undefined,
    })
  })

  test.each(['meta', 'orx:meta', 'n0:meta'])('the element %s, and prefixes that are not declared', (name) => {
    const xml = `<h:data id="household"><${name}><x:instanceID> uuid:2 </x:instanceID></${name}></h:data>`
    expect(read(xml)).toMatchObject({ formId: 'household', instanceId: 'uuid:2', root: { name: 'data' } })
  })

  test('a second meta: the first instanceID counts', () => {
    const second = '<orx:meta><instanceID>uuid:2</instanceID><instanceName>Ana</instanceName></orx:meta>'
    expect(read(`<data id="a">${meta}${second}</data>`)).toMatchObject({
      instanceId: 'uuid:1',
      instanceName: 'Ana',
    })
    expect(read(`<data id="a"><meta><instanceID/></meta>${second}</data>`)).toMatchObject({
      instanceId: 'uuid:2',
    })
  })

  test('a byte order mark, comments, processing instructions and CDATA', () => {
    const { root } = read(`\ufeff${withAnswers('<!--x--><a>1<![CDATA[<b>&]]>2<?php x?></a>')}`)
    expect(root.children[0]).toEqual({ name: 'a', text: '1<b>&2', children: [] })
  })

  test('references to control characters, which the serializer of Collect writes, and leaves them out', () => {
    const { root } = read(withAnswers('<a>01&#29;21&#0;&#9;x&#10;👍 &#128077;</a>'))
    expect(root.children[0]?.text).toBe('0121\tx\n👍 👍')
  })

  test('names of Object.prototype as names of elements and attributes', () => {
    const { root } = read(withAnswers('<__proto__ constructor="1">x</__proto__><toString/>'))
    expect(root.children.map(({ name }) => name)).toEqual(['__proto__', 'toString', 'meta'])
    expect(({} as Record<string, unknown>)['text']).toBeUndefined()
  })

  test('exactly as many bytes, elements, levels and characters of an id as allowed', () => {
    const padding = bytes - withAnswers('<a></a>').length
    expect(read(withAnswers(`<a>${'x'.repeat(padding)}</a>`)).root.children[0]?.text).toHaveLength(padding)
    // The root, `meta` and `instanceID` count too.
    expect(read(withAnswers('<a/>'.repeat(elements - 3))).root.children).toHaveLength(elements - 2)
    expect(refusalOf(withAnswers('<a>'.repeat(levels - 1) + '</a>'.repeat(levels - 1)))).toBeUndefined()
    expect(read(withId('x'.repeat(idCharacters))).instanceId).toHaveLength(idCharacters)
  })
})

const latin1 = Uint8Array.from(Buffer.from(withAnswers('<a>é</a>'), 'latin1'))

describe('refuses', () => {
  test.each<[string, string | Uint8Array, string, SubmissionError['details']?]>([
    ['an empty file', '', 'notWellFormed'],
    ['a text', 'interview', 'notWellFormed'],
    ['a cut file', withAnswers('<a>1</a>').slice(0, -1), 'notWellFormed'],
    ['two roots', `${withAnswers('')}<data/>`, 'notWellFormed'],
    ['an unknown entity', withAnswers('<a>&xxe;</a>'), 'notWellFormed'],
    ['a control character', withAnswers('<a>\u0001</a>'), 'notWellFormed'],
    ['a reference to a surrogate', withAnswers('<a>&#55357;</a>'), 'notWellFormed'],
    ['a repeated attribute', '<data id="a" id="b"/>', 'notWellFormed'],
    ['a DOCTYPE', `<!DOCTYPE data>${withAnswers('')}`, 'doctype'],
    ['entities', `<!DOCTYPE d [<!ENTITY a "x"><!ENTITY b "&a;&a;">]>${withAnswers('<a>&b;</a>')}`, 'doctype'],
    ['Latin-1', latin1, 'notUtf8'],
    ['UTF-16', Uint8Array.from(Buffer.from(`\ufeff${withAnswers('')}`, 'utf16le')), 'notUtf8'],
    ['another encoding', `<?xml version="1.0" encoding="ISO-8859-1"?>${withAnswers('')}`, 'notUtf8'],
    ['too many bytes', new Uint8Array(bytes + 1), 'tooLarge', { max: 5 }],
    ['too many elements', withAnswers('<a/>'.repeat(elements - 2)), 'tooManyElements', { max: elements }],
    ['too many levels', withAnswers('<a>'.repeat(levels)), 'tooDeep', { max: levels }],
    ['an encrypted form', `<data id="a" encrypted="yes">${meta}</data>`, 'encrypted'],
    [
      'an encrypted key',
      `<data id="a"><e:base64EncryptedKey>x</e:base64EncryptedKey>${meta}</data>`,
      'encrypted',
    ],
    ['no id', `<data>${meta}</data>`, 'noFormId'],
    ['a blank id', `<data id="">${meta}</data>`, 'noFormId'],
    ['an id with a prefix', `<data x:id="a">${meta}</data>`, 'noFormId'],
    ['no meta', '<data id="a"><instanceID>1</instanceID></data>', 'noInstanceId'],
    ['a nested meta', `<data id="a"><group>${meta}</group></data>`, 'noInstanceId'],
    ['a blank instanceID', withId('  '), 'noInstanceId'],
    ['a long instanceID', withId('x'.repeat(256)), 'invalidId', { name: 'instanceID', max: idCharacters }],
    ['a line break', withId('a&#10;b'), 'invalidId', { name: 'instanceID', max: idCharacters }],
    ['C1 controls', withId('a\u0085b'), 'invalidId', { name: 'instanceID', max: idCharacters }],
    ['a long id', `<data id="${'x'.repeat(256)}">${meta}</data>`, 'invalidId', { name: 'id', max: 255 }],
    [
      'a long version',
      `<data id="a" version="${'x'.repeat(256)}">${meta}</data>`,
      'invalidId',
      { name: 'version', max: 255 },
    ],
    [
      'a long deprecatedID',
      `<data id="a"><meta><instanceID>1</instanceID><deprecatedID>${'x'.repeat(256)}</deprecatedID></meta></data>`,
      'invalidId',
      { name: 'deprecatedID', max: 255 },
    ],
  ])('%s', (_, xml, key, params = {}) => {
    expect(refusalOf(xml)).toEqual([key, params])
  })

  test('with a text in both languages, and its parameters', () => {
    const [key = '', params] = refusalOf(withAnswers('<a>'.repeat(levels))) ?? []
    const text = (language: 'en' | 'pt-BR') =>
      translateIfKnown(messagesByLanguage[language], `entities.intake.submission.${key}`, params)
    expect(text('en')).toBe('The interview has more than 32 levels of elements')
    expect(text('pt-BR')).toBe('A entrevista tem mais de 32 níveis de elementos')
  })
})
