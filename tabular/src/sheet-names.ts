import type { WorkbookLimits } from './limits.ts'
import { readDirectory, unpack } from './zip.ts'

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const decodeEntities = (text: string): string =>
  text.replaceAll(/&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(\w{1,4}));/g, (all, digits, hex, name) => {
    if (typeof name === 'string') return entities[name] ?? all
    const code = typeof digits === 'string' ? Number(digits) : Number.parseInt(String(hex), 16)
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : all
  })

/** Returns the sheet names, in order, of a workbook that guardWorkbook() has examined. */
export const sheetNames = async (bytes: Uint8Array, limits: WorkbookLimits): Promise<string[]> => {
  const entry = readDirectory(bytes, limits).find(({ name }) => /^xl\/workbook\.xml$/i.test(name))
  let xml = ''
  if (entry) for await (const piece of unpack(bytes, entry)) xml += piece
  return [...xml.matchAll(/<(?:\w+:)?sheet\s[^>]*?\bname=(?:"([^"]*)"|'([^']*)')/g)].map(
    ([, double, single]) => decodeEntities(double ?? single ?? ''),
  )
}
