import { basename } from 'node:path/posix'

import { elementsOf, parseXml, textOf } from './xml.ts'
import type { XmlElement } from './xml.ts'

export interface ListedForm {
  formId: string
  name: string
  version: string | undefined
  /** MD5 in hexadecimal. Undefined if the server sent none, or not MD5. */
  hash: string | undefined
  downloadUrl: string
  manifestUrl: string | undefined
}

export interface ListedFile {
  fileName: string
  hash: string
  downloadUrl: string
  /** Set for lists of entities. */
  type: string | undefined
}

const listNamespace = 'http://openrosa.org/xforms/xformsList'
const manifestNamespace = 'http://openrosa.org/xforms/xformsManifest'

const hasNamespace = ({ namespace }: XmlElement, expected: string): boolean =>
  namespace.toLowerCase() === expected.toLowerCase()

/** Returns the entries of a document, or undefined if its root is another one. Unknown elements are extensions. */
const readEntries = (
  xml: string,
  { root, entry, namespace }: { root: string; entry: string; namespace: string },
): { element: XmlElement; fields: Map<string, string> }[] | undefined => {
  const document = parseXml(xml)
  if (document.local !== root || !hasNamespace(document, namespace)) return undefined
  return elementsOf(document)
    .filter((element) => hasNamespace(element, namespace))
    .filter(({ local }) => local.toLowerCase() === entry.toLowerCase())
    .map((element) => ({
      element,
      fields: new Map(
        elementsOf(element)
          .filter((field) => hasNamespace(field, namespace))
          .map((field) => [field.local, textOf(field)]),
      ),
    }))
}

/** Reads the list of forms. Returns undefined if Collect refuses the whole list. */
export const parseFormList = (xml: string): ListedForm[] | undefined => {
  const entries = readEntries(xml, { root: 'xforms', entry: 'xform', namespace: listNamespace })
  if (!entries) return undefined
  const forms: ListedForm[] = []
  for (const { fields } of entries) {
    const [formId, name, downloadUrl] = ['formID', 'name', 'downloadUrl'].map((key) => fields.get(key))
    if (!formId || !name || !downloadUrl) return undefined
    const hash = fields.get('hash')
    forms.push({
      formId,
      name,
      downloadUrl,
      version: fields.get('version') || undefined,
      hash: hash?.startsWith('md5:') ? hash.slice('md5:'.length) : undefined,
      manifestUrl: fields.get('manifestUrl') || undefined,
    })
  }
  return forms
}

/** Reads the files of a form. Returns undefined if Collect refuses the whole manifest. */
export const parseManifest = (xml: string): ListedFile[] | undefined => {
  const entries = readEntries(xml, { root: 'manifest', entry: 'mediaFile', namespace: manifestNamespace })
  if (!entries) return undefined
  const files: ListedFile[] = []
  for (const { element, fields } of entries) {
    const [fileName, hash, downloadUrl] = ['filename', 'hash', 'downloadUrl'].map((key) => fields.get(key))
    if (!fileName || !hash || !downloadUrl) return undefined
    files.push({
      // A folder in the name is ignored.
      fileName: basename(fileName),
      // The prefix is removed without a look at it.
      hash: hash.slice('md5:'.length),
      downloadUrl,
      type: element.attributes.get('type'),
    })
  }
  return files
}
