/** Other names of columns, as pyxform accepts them. */
const aliases: ReadonlyMap<string, string> = new Map(
  Object.entries({
    command: 'type',
    tag: 'name',
    value: 'name',
    caption: 'label',
    relevance: 'relevant',
    constraining_message: 'constraint_message',
    requiredmsg: 'required_message',
    calculate: 'calculation',
    readonly: 'read_only',
    count: 'repeat_count',
    'jr:count': 'repeat_count',
    noapperrorstring: 'no_app_error_string',
    id_string: 'form_id',
    set_form_id: 'form_id',
    title: 'form_title',
    set_form_title: 'form_title',
    image: 'media::image',
    'big-image': 'media::big-image',
    audio: 'media::audio',
    video: 'media::video',
    'bind::relevant': 'relevant',
    'bind::required': 'required',
    'bind::constraint': 'constraint',
    'bind::calculate': 'calculation',
    'bind::readonly': 'read_only',
    'bind::jr:constraintmsg': 'constraint_message',
    'bind::jr:requiredmsg': 'required_message',
    'body::appearance': 'appearance',
    'control::appearance': 'appearance',
    'body::jr:count': 'repeat_count',
  }),
)

/** First parts of names with two parts, such as `media::image`. */
const prefixes = new Set(['media', 'bind', 'body', 'control'])

/** Columns with one text per language. */
const textColumns = new Set([
  'label',
  'hint',
  'guidance_hint',
  'constraint_message',
  'required_message',
  'no_app_error_string',
  'media::image',
  'media::big-image',
  'media::audio',
  'media::video',
])

export interface Header {
  /** Name in snake case: `constraint_message`, `media::image`, `baseline::feeds`. */
  readonly name: string
  /** The language as written after the separator. */
  readonly language: string | undefined
}

const toSnakeCase = (text: string): string => text.trim().split(/\s+/).join('_').toLowerCase()

/** `jr:count` contains the separator of older workbooks. */
const splitAtColons = (text: string): string[] => text.split(/(?<!(?:^|:)\s*jr\s*):/i)

/**
 * Reads a header: `label::English (en)` is the label in a language; `baseline::personal` is one name. Workbooks
 * without `::` may separate by a single colon, as in `label:English`.
 */
export const readHeader = (text: string, usesDoubleColons: boolean): Header => {
  const parts = (usesDoubleColons ? text.split('::') : splitAtColons(text)).map((part) => part.trim())
  const nameLength = prefixes.has(toSnakeCase(parts[0] ?? '')) ? 2 : 1
  const joinName = (nameParts: readonly string[]): string => nameParts.map(toSnakeCase).join('::')
  const shortName = joinName(parts.slice(0, nameLength))
  const name = aliases.get(shortName) ?? shortName
  const rest = parts.slice(nameLength)
  if (rest.length === 0) return { name, language: undefined }
  return textColumns.has(name)
    ? { name, language: rest.join('::') }
    : { name: joinName(parts), language: undefined }
}
