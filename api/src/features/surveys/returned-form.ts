import { createHash } from 'node:crypto'

import { languages } from '@baseline/contract/messages/translate.ts'
import type { Language, Translate } from '@baseline/contract/messages/translate.ts'
import { returnedFileName } from '@baseline/contract/survey-responses/returned.ts'
import { returnedFormId } from '@baseline/contract/surveys/phone-forms.ts'

import { translatorFor } from '#platform/http/language.ts'

import { languageNames } from './xform/languages.ts'
import { namespaces } from './xform/write-xform.ts'
import { element, serialize } from './xform/xml.ts'
import type { XmlElement } from './xform/xml.ts'

/** The form that shows a person the interviews that were returned, from a file that each refresh updates. */
interface ReturnedForm {
  title: string
  version: string
  content: string
  md5: string
}

const items = `instance('returned')/root/item`

/** Columns of the file about the chosen interview. They are shown as answers, in which Collect reads no markup. */
const details = ['reason', 'queries', 'returned', 'sent'] as const

const textKeys = ['none', 'interview', 'hint', ...details, 'steps'] as const

const writeTexts = (first: Language): XmlElement => {
  const names = languageNames(languages)
  const translations = languages.map((language) => {
    const t: Translate = translatorFor(language)
    const texts = textKeys.map((key) =>
      element('text', { id: key }, [element('value', {}, [t(`entities.intake.returned.${key}`)])]),
    )
    return element(
      'translation',
      { lang: names.get(language), default: language === first ? 'true()' : undefined },
      texts,
    )
  })
  return element('itext', {}, translations)
}

const writeNote = (path: string, key: (typeof textKeys)[number]): XmlElement =>
  element('input', { ref: path }, [element('label', { ref: `jr:itext('${key}')` })])

const writeBinds = (): XmlElement[] => {
  const note = { type: 'string', readonly: 'true()' }
  return [
    element('bind', { nodeset: '/data/none', ...note, relevant: `count(${items}) = 0` }),
    element('bind', { nodeset: '/data/interview', type: 'string', relevant: `count(${items}) > 0` }),
    element('bind', { nodeset: '/data/details', relevant: `/data/interview != ''` }),
    ...details.map((name) =>
      element('bind', {
        nodeset: `/data/details/${name}`,
        ...note,
        calculate: `string(${items}[name = /data/interview]/${name})`,
      }),
    ),
    element('bind', { nodeset: '/data/details/steps', ...note }),
    element('bind', {
      nodeset: '/data/meta/instanceID',
      type: 'string',
      readonly: 'true()',
      'jr:preload': 'uid',
    }),
  ]
}

const writeModel = (language: Language, version: string): XmlElement =>
  element('model', { 'odk:xforms-version': '1.0.0' }, [
    // A person can finalize and send the form, although there is no need: decision 41.
    element('submission', { 'orx:auto-delete': 'true' }),
    writeTexts(language),
    element('instance', {}, [
      element('data', { id: returnedFormId, version }, [
        element('none'),
        element('interview'),
        element('details', {}, [...details.map((name) => element(name)), element('steps')]),
        element('meta', {}, [element('instanceID')]),
      ]),
    ]),
    element('instance', { id: 'returned', src: `jr://file-csv/${returnedFileName}` }),
    ...writeBinds(),
  ])

const writeBody = (): XmlElement =>
  element('h:body', {}, [
    writeNote('/data/none', 'none'),
    element('select1', { ref: '/data/interview' }, [
      element('label', { ref: `jr:itext('interview')` }),
      element('hint', { ref: `jr:itext('hint')` }),
      element('itemset', { nodeset: items }, [
        element('value', { ref: 'name' }),
        element('label', { ref: 'label' }),
      ]),
    ]),
    element('group', { ref: '/data/details', appearance: 'field-list' }, [
      ...details.map((name) => writeNote(`/data/details/${name}`, name)),
      writeNote('/data/details/steps', 'steps'),
    ]),
  ])

const hashOf = (text: string): string => createHash('md5').update(text).digest('hex')

/** The version is a hash of the content, so that phones fetch every change. */
const writeReturnedForm = (language: Language): ReturnedForm => {
  const title = translatorFor(language)('entities.intake.returned.title')
  const write = (version: string): string => {
    const head = element('h:head', {}, [element('h:title', {}, [title]), writeModel(language, version)])
    return `<?xml version="1.0" encoding="UTF-8"?>\n${serialize(element('h:html', namespaces, [head, writeBody()]))}\n`
  }
  const version = hashOf(write('')).slice(0, 8)
  const content = write(version)
  return { title, version, content, md5: hashOf(content) }
}

/** By the language in which the form begins. */
export const returnedForms: Readonly<Record<Language, ReturnedForm>> = {
  en: writeReturnedForm('en'),
  'pt-BR': writeReturnedForm('pt-BR'),
}
