/** Slicing-by-4 tables: a sheet of a million rows is two gigabytes of XML before compression. */
const tables = Array.from({ length: 4 }, () => new Int32Array(256))
const [t0, t1, t2, t3] = tables as [Int32Array, Int32Array, Int32Array, Int32Array]
for (let byte = 0; byte < 256; byte += 1) {
  let value = byte
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  t0[byte] = value
}
for (let byte = 0; byte < 256; byte += 1)
  for (const [index, table] of [t1, t2, t3].entries()) {
    const previous = tables[index]?.[byte] ?? 0
    table[byte] = (previous >>> 8) ^ (t0[previous & 255] ?? 0)
  }

/** Computes the CRC-32 of zip archives, continued from `before`. */
export const crc32 = (bytes: Uint8Array, before = 0): number => {
  let crc = ~before
  let offset = 0
  for (const end = bytes.length - 3; offset < end; offset += 4) {
    crc ^=
      (bytes[offset] as number) |
      ((bytes[offset + 1] as number) << 8) |
      ((bytes[offset + 2] as number) << 16) |
      ((bytes[offset + 3] as number) << 24)
    crc =
      (t3[crc & 255] as number) ^
      (t2[(crc >>> 8) & 255] as number) ^
      (t1[(crc >>> 16) & 255] as number) ^
      (t0[crc >>> 24] as number)
  }
  for (; offset < bytes.length; offset += 1)
    crc = (crc >>> 8) ^ (t0[(crc ^ (bytes[offset] as number)) & 255] as number)
  return ~crc >>> 0
}
