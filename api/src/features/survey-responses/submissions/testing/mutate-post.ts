import type { Chance } from '../../../../../../scripts/seed/chance.ts'

/** A part of a form. */
export interface Part {
  headers: string[]
  content: Buffer
}

/** The body of a request, with the headers that describe it. */
export interface MutatedPost {
  headers: [string, string][]
  body: Buffer
  /** The announced length is greater than the body: the connection ends before the request is complete. */
  isIncomplete: boolean
}

const boundary = 'b7f0f5ce-3d9b-4f0f-9c39-5a5ab1c4d9aa'

const disposition = (name: string, fileName?: string): string =>
  `Content-Disposition: form-data; name="${name}"${fileName === undefined ? '' : `; filename="${fileName}"`}`

/** Writes the parts of a post as Collect does. */
export const writeParts = (
  xml: Buffer,
  files: readonly { name: string; content: Buffer }[],
  { isIncomplete }: { isIncomplete: boolean },
): Part[] => [
  { headers: [disposition('xml_submission_file', 'a.xml'), 'Content-Type: text/xml'], content: xml },
  ...files.map(({ name, content }) => ({
    headers: [disposition(name, name), 'Content-Type: image/jpeg'],
    content,
  })),
  ...(isIncomplete ? [{ headers: [disposition('*isIncomplete*')], content: Buffer.from('yes') }] : []),
]

const hostileNames = [
  'casa_ção 漢字 👍.jpg',
  'x'.repeat(300),
  'ç'.repeat(255),
  'x'.repeat(20_000),
  '../../../etc/passwd',
  'C:\\a\\b.jpg',
  '/',
  '.',
  '',
  ' ',
  'a\u0000b.jpg',
  'a%00b%0d%0a.jpg',
  'a"b.jpg',
  'a\\"b.jpg',
  'a\nb.jpg',
  'a; name=xml_submission_file',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  '*isIncomplete*',
  'xml_submission_file',
  '\u202egpj.exe',
  "'; drop table files; --",
]

const hostileHeaders = (name: string): string[][] => [
  [],
  [disposition(name)],
  [disposition(name, name), disposition('other', 'other')],
  [`Content-Disposition: form-data; filename="${name}"`],
  [`Content-Disposition: form-data; name=${name}; filename*=UTF-8''${encodeURIComponent(name)}`],
  [`Content-Disposition: form-data; name="x"; filename*=UTF-16''%ff%fe`],
  [`Content-Disposition: attachment; name="x"; filename="x"`],
  ['Content-Disposition: form-data; name="x'],
  ['Content-Disposition: form-data;\r\n name="x"; filename="x"'],
  [disposition(name, name), 'Content-Transfer-Encoding: base64'],
  [disposition(name, name), 'Content-Transfer-Encoding: quoted-printable'],
  [disposition(name, name), 'Content-Type: multipart/mixed; boundary=inner'],
  [disposition(name, name), 'Content-Type: text/plain; charset=utf-99'],
  [disposition(name, name), `Content-Type: ${'x'.repeat(100_000)}`],
  [disposition(name, name), ...Array.from({ length: 3_000 }, (_, index) => `X-${String(index)}: 1`)],
  [disposition(name, name), 'no colon', ': no name', '\u0000: \u0000'],
]

type PartsMutation = (parts: readonly Part[], chance: Chance) => Part[]

const replaceAt = (parts: readonly Part[], at: number, ...replacements: Part[]): Part[] => [
  ...parts.slice(0, at),
  ...replacements,
  ...parts.slice(at + 1),
]

const onPart =
  (change: (part: Part, chance: Chance) => Part[]): PartsMutation =>
  (parts, chance) => {
    const part = chance.pick(parts)
    return replaceAt(parts, parts.indexOf(part), ...change(part, chance))
  }

const partMutations: readonly PartsMutation[] = [
  // Another order.
  (parts, chance) => {
    const moved = chance.pick(parts)
    const rest = parts.filter((part) => part !== moved)
    return [...rest.slice(0, chance.integer(0, rest.length)), moved, ...rest]
  },
  (parts) => parts.toReversed(),
  onPart(() => []),
  onPart((part, { integer }) => Array.from({ length: integer(2, 4) }, () => part)),
  onPart(({ content }, { pick }) => {
    const name = pick(hostileNames)
    return [{ headers: [disposition(pick([name, 'x']), pick([name, 'x.jpg']))], content }]
  }),
  onPart(({ content }, { pick }) => [{ headers: pick(hostileHeaders(pick(hostileNames))), content }]),
  onPart(({ headers }, { pick, integer }) => [
    { headers, content: Buffer.alloc(pick([0, 1, integer(2, 300_000)]), 'x') },
  ]),
  (parts, { pick }) => [
    ...parts,
    {
      headers: [disposition('*isIncomplete*')],
      content: Buffer.from(pick(['yes', 'YES', '', 'x'.repeat(5_000), '\u0000'])),
    },
  ],
]

/** Below and above the limit of parts. Rare, because each file is written to the disk. */
const manyParts: readonly PartsMutation[] = [
  (parts, { integer }) => [
    ...parts,
    ...Array.from({ length: integer(90, 130) }, (_, index) => ({
      headers: [disposition(`${String(index)}.jpg`, `${String(index)}.jpg`)],
      content: Buffer.of(index),
    })),
  ],
  (parts, { integer }) => [
    ...parts,
    ...Array.from({ length: integer(90, 130) }, () => ({
      headers: [disposition('*isIncomplete*')],
      content: Buffer.from('no'),
    })),
  ],
]

interface Framing {
  /** Null: the header is missing. */
  contentType: string | null
  body: Buffer
  /** The announced length; that of the body by default. */
  length?: number
}

const encode = (parts: readonly Part[], lineBreak = '\r\n', end = '--'): Buffer =>
  Buffer.concat([
    ...parts.flatMap(({ headers, content }) => [
      Buffer.from([`--${boundary}`, ...headers, '', ''].join(lineBreak)),
      content,
      Buffer.from(lineBreak),
    ]),
    Buffer.from(`--${boundary}${end}${lineBreak}`),
  ])

const typeOf = (text: string): string => `multipart/form-data; boundary=${text}`
const contentType = typeOf(boundary)

const hostileTypes = [
  null,
  '',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary=""',
  `multipart/form-data; boundary="${boundary}"`,
  `multipart/form-data; charset=utf-8; boundary=${boundary}; boundary=x`,
  `Multipart/Form-Data; BOUNDARY=${boundary}`,
  `multipart/mixed; boundary=${boundary}`,
  typeOf('other'),
  typeOf(boundary.slice(0, -1)),
  typeOf('x'.repeat(5_000)),
  typeOf('--'),
  'application/json',
  'text/xml',
  'application/x-www-form-urlencoded',
  'application/octet-stream',
]

type FramingMutation = (parts: readonly Part[], chance: Chance) => Framing

/** Returns the positions at which boundaries start. */
const boundaries = (body: Buffer): number[] => {
  const found: number[] = []
  for (let at = body.indexOf(boundary); at >= 0; at = body.indexOf(boundary, at + 1)) found.push(at)
  return found
}

const framings: readonly FramingMutation[] = [
  (parts, { pick }) => ({ contentType: pick(hostileTypes), body: encode(parts) }),
  (parts, { pick }) => ({ contentType, body: encode(parts, pick(['\n', '\r', '\r\n\r\n'])) }),
  (parts, { pick }) => ({ contentType, body: encode(parts, '\r\n', pick(['', '-', 'x', '--'.repeat(50)])) }),
  (parts, { pick }) => {
    const [before, after] = [
      pick(['', '\r\n', 'preamble\r\n', '--\r\n']),
      pick(['', 'end', '\r\n'.repeat(99)]),
    ]
    return { contentType, body: Buffer.concat([Buffer.from(before), encode(parts), Buffer.from(after)]) }
  },
  // A body that ends early, with a right and a wrong length.
  (parts, { integer, happens }) => {
    const body = encode(parts)
    const cut = body.subarray(0, integer(0, body.length - 1))
    return { contentType, body: cut, ...(happens(0.5) && { length: body.length }) }
  },
  // A changed byte in a boundary or in the headers of a part.
  (parts, { integer, pick }) => {
    const body = encode(parts)
    const at = pick(boundaries(body)) + integer(-2, boundary.length + 60)
    if (at < body.length) body.writeUInt8(integer(0, 255), at)
    return { contentType, body }
  },
  // A boundary within a part.
  (parts, { integer, pick }) => {
    const body = encode(parts)
    const at = integer(0, body.length)
    const inserted = pick([`\r\n--${boundary}--\r\n`, `\r\n--${boundary}\r\n`, `\r\n--${boundary}x`])
    return {
      contentType,
      body: Buffer.concat([body.subarray(0, at), Buffer.from(inserted), body.subarray(at)]),
    }
  },
  (_, { pick }) => ({
    contentType,
    body: Buffer.from(pick(['', '\r\n', `--${boundary}--\r\n`, `--${boundary}\r\n`.repeat(5_000)])),
  }),
]

const toPost = ({ contentType: type, body, length = body.length }: Framing): MutatedPost => ({
  headers: [
    ...(type === null ? [] : [['content-type', type] as [string, string]]),
    ['content-length', String(length)],
  ],
  body,
  isIncomplete: length > body.length,
})

/** Writes the parts as a valid post. */
export const writePost = (parts: readonly Part[]): MutatedPost => toPost({ contentType, body: encode(parts) })

/** Writes the parts with one random mutation of them, of the framing, or of both. */
export const mutatePost = (parts: readonly Part[], chance: Chance): MutatedPost => {
  const mutations = chance.happens(0.01) ? manyParts : partMutations
  const mutated = chance.happens(0.6) ? chance.pick(mutations)(parts, chance) : parts
  if (mutated !== parts && chance.happens(0.8)) return writePost(mutated)
  return toPost(chance.pick(framings)(mutated.length > 0 ? mutated : parts, chance))
}
