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

interface Written {
  name: Uint8Array
  large: boolean
  at: number
  crc: number
  packed: number
  unpacked: number
}

const most32 = 0xffffffff
/** Sizes follow the content; names are UTF-8. */
const flags = 0x0808
/** 1980-01-01, so that the same content always gives the same file. */
const day = 0x0021

/** The entry exceeds 4 GiB without `large`. */
export class EntryTooLarge extends Error {}

const record = (...fields: readonly [value: number, bytes: 2 | 4 | 8][]): Uint8Array => {
  const bytes = new Uint8Array(fields.reduce((sum, [, size]) => sum + size, 0))
  const view = new DataView(bytes.buffer)
  let at = 0
  for (const [value, size] of fields) {
    if (size === 2) view.setUint16(at, value, true)
    else if (size === 4) view.setUint32(at, value, true)
    else view.setBigUint64(at, BigInt(value), true)
    at += size
  }
  return bytes
}

const localHeader = (name: Uint8Array, large: boolean): Uint8Array[] => [
  record([0x04034b50, 4], [large ? 45 : 20, 2], [flags, 2], [8, 2], [0, 2], [day, 2], [0, 4]),
  record([large ? most32 : 0, 4], [large ? most32 : 0, 4], [name.length, 2], [large ? 20 : 0, 2]),
  name,
  ...(large ? [record([1, 2], [16, 2], [0, 8], [0, 8])] : []),
]

const descriptor = ({ crc, packed, unpacked, large }: Written): Uint8Array => {
  const size = large ? 8 : 4
  return record([0x08074b50, 4], [crc, 4], [packed, size], [unpacked, size])
}

const directoryEntry = ({ name, crc, packed, unpacked, at, large }: Written): Uint8Array[] => {
  const wide = [...(large ? [unpacked, packed] : []), ...(at >= most32 ? [at] : [])]
  const needs = wide.length > 0 ? 45 : 20
  return [
    record([0x02014b50, 4], [needs, 2], [needs, 2], [flags, 2], [8, 2], [0, 2], [day, 2], [crc, 4]),
    record([large ? most32 : packed, 4], [large ? most32 : unpacked, 4], [name.length, 2]),
    record([wide.length > 0 ? 4 + wide.length * 8 : 0, 2], [0, 2], [0, 2], [0, 2], [0, 4]),
    record([Math.min(at, most32), 4]),
    name,
    ...(wide.length > 0
      ? [record([1, 2], [wide.length * 8, 2], ...wide.map((one): [number, 8] => [one, 8]))]
      : []),
  ]
}

const endOf = (count: number, at: number, size: number): Uint8Array[] => {
  const wide = at >= most32 || size >= most32 || count >= 0xffff
  return [
    ...(wide
      ? [
          record([0x06064b50, 4], [44, 8], [45, 2], [45, 2], [0, 4], [0, 4], [count, 8], [count, 8]),
          record([size, 8], [at, 8]),
          record([0x07064b50, 4], [0, 4], [at + size, 8], [1, 4]),
        ]
      : []),
    record([0x06054b50, 4], [0, 2], [0, 2], [Math.min(count, 0xffff), 2], [Math.min(count, 0xffff), 2]),
    record([Math.min(size, most32), 4], [Math.min(at, most32), 4], [0, 2]),
  ]
}

const lengthOf = (pieces: readonly Uint8Array[]): number => pieces.reduce((sum, one) => sum + one.length, 0)

async function* counted(content: ZipEntry['content'], entry: Written): AsyncGenerator<Uint8Array> {
  for await (const chunk of content) {
    entry.crc = crc32(chunk, entry.crc)
    entry.unpacked += chunk.length
    if (entry.unpacked > most32 && !entry.large) throw new EntryTooLarge()
    yield chunk
  }
}

/** Writes an archive while its entries are generated; keeps only the directory in memory. */
export async function* writeZip(
  entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>,
): AsyncGenerator<Uint8Array> {
  const written: Written[] = []
  let at = 0
  for await (const { name, content, stored = false, large = false } of entries) {
    const entry: Written = { name: new TextEncoder().encode(name), large, at, crc: 0, packed: 0, unpacked: 0 }
    const head = localHeader(entry.name, large)
    yield* head
    for await (const chunk of stored ? store(counted(content, entry)) : deflate(counted(content, entry))) {
      entry.packed += chunk.length
      yield chunk
    }
    const tail = descriptor(entry)
    yield tail
    at += lengthOf(head) + entry.packed + tail.length
    written.push(entry)
  }
  const directory = written.flatMap(directoryEntry)
  yield* directory
  yield* endOf(written.length, at, lengthOf(directory))
}
