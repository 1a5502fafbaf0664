import { crc32, deflateRawSync } from 'node:zlib'

/** Builds an archive of these parts; `claims` gives a part a false size. */
export const archive = (
  parts: Readonly<Record<string, string>>,
  claims: Readonly<Record<string, number>> = {},
): Uint8Array => {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let position = 0
  // Compresses equal parts once.
  const packedParts = new Map<string, Buffer>()
  for (const [name, content] of Object.entries(parts)) {
    const packed = packedParts.get(content) ?? deflateRawSync(content)
    packedParts.set(content, packed)
    const size = claims[name] ?? Buffer.byteLength(content)
    const sizes = Buffer.alloc(12)
    sizes.writeUInt32LE(crc32(content))
    sizes.writeUInt32LE(packed.length, 4)
    sizes.writeUInt32LE(size, 8)
    const fields = Buffer.concat([Buffer.from([20, 0, 0, 0, 8, 0, 0, 0, 0, 0]), sizes])
    const lengths = Buffer.from([name.length & 255, name.length >> 8, 0, 0])
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), fields, lengths, Buffer.from(name), packed])
    const offset = Buffer.alloc(4)
    offset.writeUInt32LE(position)
    const version = Buffer.from([20, 0])
    directory.push(
      Buffer.concat([
        Buffer.from('PK\u0001\u0002'),
        version,
        fields,
        lengths,
        Buffer.alloc(10),
        offset,
        Buffer.from(name),
      ]),
    )
    locals.push(local)
    position += local.length
  }
  const index = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006')
  end.writeUInt16LE(directory.length, 8)
  end.writeUInt16LE(directory.length, 10)
  end.writeUInt32LE(index.length, 12)
  end.writeUInt32LE(position, 16)
  return new Uint8Array(Buffer.concat([...locals, index, end]))
}

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const relationships = (all: [id: string, type: string, target: string][]) =>
  `${head}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`

/** Sheets by name, with the number of their part. */
const workbookXml = (sheets: readonly [name: string, part: number][]) =>
  `${head}<workbook ${main} xmlns:r="${office}"><sheets>${sheets
    .map(
      ([name, part], index) =>
        `<sheet name="${name}" sheetId="${String(index + 1)}" r:id="rId${String(part)}"/>`,
    )
    .join('')}</sheets></workbook>`

/** Returns the parts of a minimal workbook with the given sheet. */
export const workbookParts = ({
  sheet,
  strings = `${head}<sst ${main}/>`,
}: {
  sheet: string
  strings?: string
}) => ({
  '[Content_Types].xml': `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>`,
  '_rels/.rels': relationships([['rId1', 'officeDocument', 'xl/workbook.xml']]),
  'xl/workbook.xml': workbookXml([['data', 1]]),
  'xl/_rels/workbook.xml.rels': relationships([
    ['rId1', 'worksheet', 'worksheets/sheet1.xml'],
    ['rId2', 'sharedStrings', 'sharedStrings.xml'],
  ]),
  'xl/sharedStrings.xml': strings,
  'xl/worksheets/sheet1.xml': sheet,
})

/** Returns the parts of a workbook with several sheets. Several names of sheets can share a part. */
export const manySheets = (
  sheets: readonly string[],
  names: readonly [name: string, part: number][],
): Record<string, string> => ({
  ...workbookParts({ sheet: sheets[0] ?? '' }),
  'xl/workbook.xml': workbookXml(names),
  'xl/_rels/workbook.xml.rels': relationships(
    sheets.map((_, index) => [
      `rId${String(index + 1)}`,
      'worksheet',
      `worksheets/sheet${String(index + 1)}.xml`,
    ]),
  ),
  ...Object.fromEntries(sheets.map((sheet, index) => [`xl/worksheets/sheet${String(index + 1)}.xml`, sheet])),
})

export const sheetXml = (rows: string) => `<worksheet ${main}><sheetData>${rows}</sheetData></worksheet>`
export const text = (reference: string, value: string) =>
  `<c r="${reference}" t="inlineStr"><is><t>${value}</t></is></c>`
