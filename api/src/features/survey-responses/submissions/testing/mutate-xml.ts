import type { Chance } from '../../../../../../scripts/seed/chance.ts'

/** Returns a changed copy of an XML file. */
type Mutation = (xml: Buffer, chance: Chance) => Buffer

const onText =
  (change: (xml: string, chance: Chance) => string): Mutation =>
  (xml, chance) =>
    Buffer.from(change(xml.toString(), chance))

const replaceRange = (xml: Buffer, start: number, end: number, bytes: Buffer): Buffer =>
  Buffer.concat([xml.subarray(0, start), bytes, xml.subarray(end)])

/** Returns the positions at which tags start, except that of the XML declaration. */
const tagStarts = (xml: string): number[] => [...xml.matchAll(/<[^?!]/g)].map(({ index }) => index)

const insertAtTag = (texts: readonly string[]): Mutation =>
  onText((xml, { pick }) => {
    const at = pick(tagStarts(xml))
    return xml.slice(0, at) + pick(texts) + xml.slice(at)
  })

const flipBits: Mutation = (xml, { integer }) => {
  const copy = Buffer.from(xml)
  for (let count = integer(1, 8); count > 0; count -= 1) {
    const at = integer(0, copy.length - 1)
    copy.writeUInt8(copy.readUInt8(at) ^ (1 << integer(0, 7)), at)
  }
  return copy
}

const cutEnd: Mutation = (xml, { integer }) => xml.subarray(0, integer(0, xml.length - 1))

const removeRange: Mutation = (xml, { integer }) => {
  const start = integer(0, xml.length - 1)
  return replaceRange(xml, start, start + integer(1, 200), Buffer.alloc(0))
}

const insertBytes: Mutation = (xml, { integer, pick }) => {
  const at = integer(0, xml.length)
  const bytes = pick([
    [0xff],
    [0xc0, 0x80],
    [0xed, 0xa0, 0x80],
    [0xe2, 0x82],
    [0],
    [0xf5, 0x80, 0x80, 0x80],
    [0xef, 0xbf, 0xbf],
  ])
  return replaceRange(xml, at, at, Buffer.from(bytes))
}

/** Elements without elements in them. */
const leaves = (xml: string) => [...xml.matchAll(/<([\w:-]+)(?: [^>]*)?>[^<]*<\/\1>|<[\w:-]+ \/>/g)]

const duplicateElement = onText((xml, { pick, integer }) => {
  const { 0: element, index } = pick(leaves(xml))
  return xml.slice(0, index) + element.repeat(integer(2, 50)) + xml.slice(index + element.length)
})

const moveElement = onText((xml, { pick }) => {
  const { 0: element, index } = pick(leaves(xml))
  const rest = xml.slice(0, index) + xml.slice(index + element.length)
  const at = pick(tagStarts(rest))
  return rest.slice(0, at) + element + rest.slice(at)
})

const prototypeNames = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf']

const renameElement = onText((xml, { pick }) => {
  const [, name = ''] = pick([...xml.matchAll(/<\/([\w:-]+)>/g)])
  const other = pick([...prototypeNames, 'meta', 'instanceID', 'base64EncryptedKey', 'x'.repeat(1_000)])
  return xml.replaceAll(`<${name}>`, `<${other}>`).replaceAll(`</${name}>`, `</${other}>`)
})

const hostileTexts = [
  '1e309',
  '-'.repeat(5_000),
  '9'.repeat(5_000),
  '1 1;'.repeat(20_000),
  ';'.repeat(50_000),
  '{"type":"LineString","coordinates":'.repeat(500),
  `{"type":"LineString","coordinates":${'['.repeat(5_000)}`,
  'a '.repeat(50_000),
  '2026-99-99T99:99:99.999+99:99',
  '\u202e\ufeff\u200b',
  '&#29;&#0;&#x1f;',
  '&lt;script&gt;',
  '${meta} 1 = 1',
]

const replaceText = onText((xml, { pick }) => {
  const { 0: text, index } = pick([...xml.matchAll(/>[^<>]+</g)])
  return `${xml.slice(0, index)}>${pick(hostileTexts)}<${xml.slice(index + text.length)}`
})

const hostileAttributes = [
  'encrypted="yes"',
  'id=""',
  `x="${'x'.repeat(200_000)}"`,
  `x="${'&lt;'.repeat(10_000)}"`,
  '__proto__="1" constructor="2"',
  'xmlns="http://openrosa.org/xforms" xmlns:xmlns="x"',
  Array.from({ length: 2_000 }, (_, index) => `a${String(index)}=""`).join(' '),
]

const addAttribute = onText((xml, { pick }) => {
  const { index } = pick([...xml.matchAll(/\/?>/g)].slice(1))
  return `${xml.slice(0, index)} ${pick(hostileAttributes)}${xml.slice(index)}`
})

const laughs = Array.from(
  { length: 10 },
  (_, index) => `<!ENTITY l${String(index + 1)} "${`&l${String(index)};`.repeat(10)}">`,
).join('')

const prologs = [
  `<!DOCTYPE data [<!ENTITY l0 "lol">${laughs}]>`,
  '<!DOCTYPE data SYSTEM "file:///etc/passwd">',
  '<!DOCTYPE data [<!ENTITY % x SYSTEM "http://localhost/">%x;]>',
  '<?xml-stylesheet href="x"?>',
  "<?xml version='1.1' ?>",
  "<?xml version='1.0' encoding='UTF-16' ?>",
]

const changeProlog = onText((xml, { pick, happens }) => {
  const prolog = pick(prologs)
  const body = xml.slice(xml.indexOf('?>') + 2)
  return prolog.startsWith('<?xml ') || happens(0.5) ? prolog + body : xml.replace(body, '') + prolog + body
})

const insertMarkup = insertAtTag([
  '&lol;',
  '&l9;'.repeat(1_000),
  '&#0;',
  '&#55357;&#56397;',
  '&#x110000;',
  '<!-- comment -->'.repeat(100),
  '<!-- -- -->',
  '<![CDATA[<data>&]]>',
  '<![CDATA[',
  ']]>',
  '<?php echo 1 ?>',
  '<?xml version="1.0"?>',
  '<meta><instanceID>uuid:2</instanceID></meta>',
  '<orx:meta xmlns:orx="http://openrosa.org/xforms"><orx:instanceID/></orx:meta>',
  '<base64EncryptedKey>x</base64EncryptedKey>',
  '<a>'.repeat(10_000),
  '<a>'.repeat(40) + '</a>'.repeat(40),
  '<a>'.repeat(20) + '</a>'.repeat(20),
  '<a>1</a>'.repeat(5_000),
  ...prototypeNames.map((name) => `<${name} ${name}="1">1<${name}>2</${name}></${name}>`),
])

/** Each repetition of a row belongs to a repeat, so that a response gets very many rows. */
const repeatRows = onText((xml, { integer }) => {
  const [row = '', name = ''] = /<(repeat\d+|members)>.*?<\/\1>/s.exec(xml) ?? []
  return name === '' ? xml : xml.replace(row, row.repeat(integer(2, 40)))
})

const mutations: readonly Mutation[] = [
  flipBits,
  cutEnd,
  removeRange,
  insertBytes,
  duplicateElement,
  moveElement,
  renameElement,
  replaceText,
  addAttribute,
  changeProlog,
  insertMarkup,
  repeatRows,
]

/** Applies one or two random mutations. */
export const mutateXml = (xml: Buffer, chance: Chance): Buffer => {
  const mutated = chance.pick(mutations)(xml, chance)
  // A second mutation needs the elements of a whole file.
  return chance.happens(0.3) &&
    mutated.length > 500 &&
    mutated.length < 200_000 &&
    leaves(mutated.toString()).length > 3
    ? chance.pick(mutations.slice(0, 4))(mutated, chance)
    : mutated
}
