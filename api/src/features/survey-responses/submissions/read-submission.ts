import { SaxesParser } from 'saxes'

import { limits } from '#platform/limits.ts'

import { SubmissionError } from './submission.ts'
import type { Submission, SubmissionElement } from './submission.ts'

const { bytes, elements, levels, nameCharacters, idCharacters } = limits.submissions

/** Removes a byte order mark. */
const decoder = new TextDecoder('utf-8', { fatal: true })

const decode = (xml: Uint8Array): string => {
  if (xml.length > bytes)
    throw new SubmissionError('entities.intake.submission.tooLarge', { max: bytes / 1e6 })
  try {
    return decoder.decode(xml)
  } catch {
    throw new SubmissionError('entities.intake.submission.notUtf8')
  }
}

/**
 * References to control characters, which XML does not allow. The serializer of Collect (kXML 2.3.0) writes them if an
 * answer contains such a character, for example from the clipboard.
 */
const controlReferences = /&#(?:[0-8]|1[124-9]|2\d|3[01]);/g

interface OpenElement extends SubmissionElement {
  text: string
  readonly children: OpenElement[]
}

interface Document {
  root: OpenElement
  attributes: Readonly<Record<string, string>>
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1, nameCharacters)

/**
 * Reads the elements. Prefixes are cut without looking up their namespaces: old forms write `meta`, others `orx:meta`.
 * An eighth handler would make the parser six times slower, because V8 then stores its properties in a hash table.
 */
const parse = (xml: string): Document => {
  const parser = new SaxesParser({ xmlns: false, position: false })
  const open: OpenElement[] = []
  let document: Document | undefined
  let count = 0
  parser.on('error', () => {
    throw new SubmissionError('entities.intake.submission.notWellFormed')
  })
  parser.on('doctype', () => {
    throw new SubmissionError('entities.intake.submission.doctype')
  })
  parser.on('opentag', ({ name, attributes }) => {
    count += 1
    if (count > elements)
      throw new SubmissionError('entities.intake.submission.tooManyElements', { max: elements })
    if (open.length >= levels)
      throw new SubmissionError('entities.intake.submission.tooDeep', { max: levels })
    const element: OpenElement = { name: localName(name), text: '', children: [] }
    open.at(-1)?.children.push(element)
    open.push(element)
    document ??= { root: element, attributes }
  })
  const addText = (text: string): void => {
    const element = open.at(-1)
    if (element) element.text += text
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    open.pop()
  })
  parser.write(xml)
  const { encoding = 'UTF-8' } = parser.xmlDecl
  parser.close()
  if (!/^utf-?8$/i.test(encoding)) throw new SubmissionError('entities.intake.submission.notUtf8')
  if (!document) throw new SubmissionError('entities.intake.submission.notWellFormed')
  return document
}

const isEncrypted = ({ root, attributes }: Document): boolean =>
  attributes['encrypted'] === 'yes' || root.children.some(({ name }) => name === 'base64EncryptedKey')

/** Returns the text of an element of `meta`; blank texts count as missing. */
const findMeta = ({ children }: SubmissionElement, name: string): string | undefined =>
  children
    .filter((element) => element.name === 'meta')
    .flatMap((meta) => meta.children)
    .filter((element) => element.name === name)
    .map(({ text }) => text.trim())
    .find((text) => text !== '')

/** Ids are keys of the database and are written to logs. */
const checkId = (name: string, id: string): string => {
  if (id.length > idCharacters || /\p{Cc}/u.test(id))
    throw new SubmissionError('entities.intake.submission.invalidId', { name, max: idCharacters })
  return id
}

/** Reads the file `xml_submission_file` of a phone. Throws SubmissionError if it is no interview. */
export const readSubmission = (xml: Uint8Array): Submission => {
  const document = parse(decode(xml).replaceAll(controlReferences, ''))
  if (isEncrypted(document)) throw new SubmissionError('entities.intake.submission.encrypted')
  const { root, attributes } = document
  const { id: formId, version } = attributes
  if (!formId) throw new SubmissionError('entities.intake.submission.noFormId')
  const instanceId = findMeta(root, 'instanceID')
  if (instanceId === undefined) throw new SubmissionError('entities.intake.submission.noInstanceId')
  const deprecatedId = findMeta(root, 'deprecatedID')
  return {
    formId: checkId('id', formId),
    version: version ? checkId('version', version) : undefined,
    instanceId: checkId('instanceID', instanceId),
    deprecatedId: deprecatedId === undefined ? undefined : checkId('deprecatedID', deprecatedId),
    instanceName: findMeta(root, 'instanceName'),
    root,
  }
}
