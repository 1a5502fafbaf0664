import { crc32 } from './crc32.ts'
import { deflate, store } from './deflate.ts'

export interface ZipEntry {
  name: string
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
  /** The content is already compressed. */
  stored?: boolean
  /** May exceed 4 GiB, and uses Zip64 fields, which some readers do not support. */
  large?: boolean
}

interface WrittenEntry {
  name: Uint8Array
  large: boolean
  offset: number
  crc: number
  packed: number
  unpacked: number
}

const max32 = 0xffffffff
/** Sizes follow the content; names are UTF-8. */
const flags = 0x0808
/** 1980-01-01, so that the same content always gives the same file. */
const day = 0x0021

/** The entry exceeds 4 GiB without `large`. */
export class EntryTooLarge extends Error {}

const record = (...fields: readonly [value: number, bytes: 2 | 4 | 8][]): Uint8Array => {
  const bytes = new Uint8Array(fields.reduce((sum, [, size]) => sum + size, 0))
  const view = new DataView(bytes.buffer)
  let position = 0
  for (const [value, size] of fields) {
    if (size === 2) view.setUint16(position, value, true)
    else if (size === 4) view.setUint32(position, value, true)
    else view.setBigUint64(position, BigInt(value), true)
    position += size
  }
  return bytes
}

const localHeader = (name: Uint8Array, large: boolean): Uint8Array[] => [
  record([0x04034b50, 4], [large ? 45 : 20, 2], [flags, 2], [8, 2], [0, 2], [day, 2], [0, 4]),
  record([large ? max32 : 0, 4], [large ? max32 : 0, 4], [name.length, 2], [large ? 20 : 0, 2]),
  name,
  ...(large ? [record([1, 2], [16, 2], [0, 8], [0, 8])] : []),
]

const descriptor = ({ crc, packed, unpacked, large }: WrittenEntry): Uint8Array => {
  const size = large ? 8 : 4
  return record([0x08074b50, 4], [crc, 4], [packed, size], [unpacked, size])
}

const directoryEntry = ({ name, crc, packed, unpacked, offset, large }: WrittenEntry): Uint8Array[] => {
  const zip64Fields = [...(large ? [unpacked, packed] : []), ...(offset >= max32 ? [offset] : [])]
  const needs = zip64Fields.length > 0 ? 45 : 20
  return [
    record([0x02014b50, 4], [needs, 2], [needs, 2], [flags, 2], [8, 2], [0, 2], [day, 2], [crc, 4]),
    record([large ? max32 : packed, 4], [large ? max32 : unpacked, 4], [name.length, 2]),
    record([zip64Fields.length > 0 ? 4 + zip64Fields.length * 8 : 0, 2], [0, 2], [0, 2], [0, 2], [0, 4]),
    record([Math.min(offset, max32), 4]),
    name,
    ...(zip64Fields.length > 0
      ? [record([1, 2], [zip64Fields.length * 8, 2], ...zip64Fields.map((field): [number, 8] => [field, 8]))]
      : []),
  ]
}

const endOf = (count: number, offset: number, size: number): Uint8Array[] => {
  const isZip64 = offset >= max32 || size >= max32 || count >= 0xffff
  return [
    ...(isZip64
      ? [
          record([0x06064b50, 4], [44, 8], [45, 2], [45, 2], [0, 4], [0, 4], [count, 8], [count, 8]),
          record([size, 8], [offset, 8]),
          record([0x07064b50, 4], [0, 4], [offset + size, 8], [1, 4]),
        ]
      : []),
    record([0x06054b50, 4], [0, 2], [0, 2], [Math.min(count, 0xffff), 2], [Math.min(count, 0xffff), 2]),
    record([Math.min(size, max32), 4], [Math.min(offset, max32), 4], [0, 2]),
  ]
}

const lengthOf = (pieces: readonly Uint8Array[]): number =>
  pieces.reduce((sum, piece) => sum + piece.length, 0)

async function* measure(content: ZipEntry['content'], entry: WrittenEntry): AsyncGenerator<Uint8Array> {
  for await (const chunk of content) {
    entry.crc = crc32(chunk, entry.crc)
    entry.unpacked += chunk.length
    if (entry.unpacked > max32 && !entry.large) throw new EntryTooLarge()
    yield chunk
  }
}

/** Writes an archive while its entries are generated; keeps only the directory in memory. */
export async function* writeZip(
  entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>,
): AsyncGenerator<Uint8Array> {
  const writtenEntries: WrittenEntry[] = []
  let offset = 0
  for await (const { name, content, stored = false, large = false } of entries) {
    const entry: WrittenEntry = {
      name: new TextEncoder().encode(name),
      large,
      offset,
      crc: 0,
      packed: 0,
      unpacked: 0,
    }
    const head = localHeader(entry.name, large)
    yield* head
    for await (const chunk of stored ? store(measure(content, entry)) : deflate(measure(content, entry))) {
      entry.packed += chunk.length
      yield chunk
    }
    const tail = descriptor(entry)
    yield tail
    offset += lengthOf(head) + entry.packed + tail.length
    writtenEntries.push(entry)
  }
  const directory = writtenEntries.flatMap(directoryEntry)
  yield* directory
  yield* endOf(writtenEntries.length, offset, lengthOf(directory))
}
