import type { WorkbookLimits } from './limits.ts'
import { TabularError } from './problem.ts'

export interface Entry {
  readonly name: string
  readonly method: number
  readonly packed: number
  readonly unpacked: number
  /** Offset of the local header. */
  readonly headerOffset: number
}

const signatures = { local: 0x04034b50, directory: 0x02014b50, end: 0x06054b50, ole: 0xe011cfd0 }
const sizes = { local: 30, directory: 46, end: 22 }
const maxCommentLength = 65_535
const encryptedFlag = 1
/** Highest compression ratio of a genuine sheet; a higher one indicates a zip bomb. */
const maxRatio = 200
const minRatioBytes = 1_000_000

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

const findEnd = (view: DataView): number => {
  const lowest = Math.max(0, view.byteLength - sizes.end - maxCommentLength)
  for (let position = view.byteLength - sizes.end; position >= lowest; position -= 1)
    if (view.getUint32(position, true) === signatures.end) return position
  throw new TabularError('damaged')
}

const readEntry = (bytes: Uint8Array, view: DataView, position: number): { entry: Entry; next: number } => {
  if (position + sizes.directory > bytes.length || view.getUint32(position, true) !== signatures.directory)
    throw new TabularError('damaged')
  if (view.getUint16(position + 8, true) & encryptedFlag) throw new TabularError('protected')
  const [nameLength, extra, comment] = [28, 30, 32].map((offset) => view.getUint16(position + offset, true))
  const nameAt = position + sizes.directory
  const nameEnd = nameAt + (nameLength ?? 0)
  return {
    entry: {
      name: new TextDecoder().decode(bytes.subarray(nameAt, nameEnd)),
      method: view.getUint16(position + 10, true),
      packed: view.getUint32(position + 20, true),
      unpacked: view.getUint32(position + 24, true),
      headerOffset: view.getUint32(position + 42, true),
    },
    next: nameEnd + (extra ?? 0) + (comment ?? 0),
  }
}

/** Reads the archive's directory and checks its sizes against the limits; unpacks nothing. */
export const readDirectory = (bytes: Uint8Array, limits: WorkbookLimits): Entry[] => {
  if (bytes.length > limits.fileBytes) throw new TabularError('tooLarge')
  if (bytes.length < sizes.end) throw new TabularError('notExcel')
  const view = viewOf(bytes)
  // The OLE format: a workbook with a password, or one saved by Excel before 2007.
  if (view.getUint32(0, true) === signatures.ole) throw new TabularError('protected')
  if (view.getUint32(0, true) !== signatures.local) throw new TabularError('notExcel')
  const end = findEnd(view)
  const count = view.getUint16(end + 10, true)
  if (count > limits.entries) throw new TabularError('tooLarge')
  const entries: Entry[] = []
  let total = 0
  for (let position = view.getUint32(end + 16, true); entries.length < count;) {
    const { entry, next } = readEntry(bytes, view, position)
    total += entry.unpacked
    // Zip64 archives have 0xffffffff as size here, which also exceeds the limit.
    if (entry.unpacked > limits.partBytes || total > limits.totalBytes) throw new TabularError('unpacked')
    if (entry.unpacked > minRatioBytes && entry.unpacked > entry.packed * maxRatio)
      throw new TabularError('unpacked')
    entries.push(entry)
    position = next
  }
  return entries
}

const packedBytes = (bytes: Uint8Array, { headerOffset, packed }: Entry): Uint8Array => {
  const view = viewOf(bytes)
  if (headerOffset + sizes.local > bytes.length || view.getUint32(headerOffset, true) !== signatures.local)
    throw new TabularError('damaged')
  const start =
    headerOffset +
    sizes.local +
    view.getUint16(headerOffset + 26, true) +
    view.getUint16(headerOffset + 28, true)
  if (start + packed > bytes.length) throw new TabularError('damaged')
  return bytes.subarray(start, start + packed)
}

/** Unpacks a part piece by piece. Throws if it is larger than its directory entry says. */
export async function* unpack(bytes: Uint8Array, entry: Entry): AsyncGenerator<string> {
  const packed = packedBytes(bytes, entry)
  const source = new Blob([packed.slice()]).stream()
  if (entry.method !== 0 && entry.method !== 8) throw new TabularError('damaged')
  const stream = entry.method === 0 ? source : source.pipeThrough(new DecompressionStream('deflate-raw'))
  const decoder = new TextDecoder()
  let unpacked = 0
  try {
    for await (const chunk of stream) {
      unpacked += chunk.byteLength
      if (unpacked > entry.unpacked) throw new TabularError('damaged')
      yield decoder.decode(chunk, { stream: true })
    }
  } catch (error) {
    throw error instanceof TabularError ? error : new TabularError('damaged', { cause: error })
  }
}
