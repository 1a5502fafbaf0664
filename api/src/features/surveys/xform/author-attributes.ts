import type { Item } from '@baseline/contract/surveys/master.ts'

type Element = 'bind' | 'control' | 'instance'
type Attributes = Readonly<Record<Element, Readonly<Record<string, string>>>>

/** Columns without a prefix, and where their attributes belong. */
const plainColumns: Readonly<Record<string, readonly [Element, string]>> = {
  rows: ['control', 'rows'],
  autoplay: ['control', 'autoplay'],
  intent: ['control', 'intent'],
  no_app_error_string: ['bind', 'jr:noAppErrorString'],
}

/** Namespaces that the form declares. */
const attributeName = /^(?:(?:jr|odk|orx|ev|xsd):)?[A-Za-z_][\w.-]*$/

/** Attributes that the generator writes itself: another value would contradict the rules of the server. */
const ownAttributes = new Set([
  ...'nodeset ref type relevant required readonly calculate constraint appearance mediatype start end step'.split(
    ' ',
  ),
  ...'jr:constraintMsg jr:requiredMsg jr:count jr:template jr:preload jr:preloadParams xmlns'.split(' '),
])

const placeOf = (header: string): readonly [Element, string] | undefined => {
  const [prefix = '', ...rest] = header.split('::')
  const name = rest.join('::')
  if (name === '') return Object.hasOwn(plainColumns, header) ? plainColumns[header] : undefined
  if (prefix === 'bind' || prefix === 'instance') return [prefix, name]
  return prefix === 'body' || prefix === 'control' ? ['control', name] : undefined
}

/** Returns the attributes of columns such as `bind::…`. Reports columns that the form cannot have. */
export const authorAttributes = (item: Item, report: (header: string) => void): Attributes => {
  const attributes: Record<Element, Record<string, string>> = { bind: {}, control: {}, instance: {} }
  for (const [header, value] of Object.entries(item.attributes ?? {})) {
    const [place, name] = placeOf(header) ?? []
    const isTypeOfResult = header === 'bind::type' && item.kind === 'question' && item.type === 'calculated'
    if (isTypeOfResult) continue
    if (place && name !== undefined && attributeName.test(name) && !ownAttributes.has(name))
      attributes[place][name] = value
    else report(header)
  }
  return attributes
}
