import type { Chance } from '../seed/chance.ts'
import { housePicture } from '../seed/house-picture.ts'
import { writeText } from './hostile-values.ts'

const encodeText = (value: unknown): string => encodeURIComponent(writeText(value))

/** Writes nested objects and lists with brackets, as qs does. */
export const writeQuery = (values: Readonly<Record<string, unknown>>): string => {
  const parts: string[] = []
  const add = (key: string, value: unknown): void => {
    // Values below this depth become JSON: the request would otherwise exceed every header limit.
    const isNested = typeof value === 'object' && value !== null && key.length < 200
    if (!isNested) parts.push(`${key}=${encodeText(value)}`)
    else if (Array.isArray(value)) for (const item of value) add(`${key}[]`, item)
    else for (const [name, inner] of Object.entries(value)) add(`${key}[${encodeText(name)}]`, inner)
  }
  for (const [name, value] of Object.entries(values)) add(encodeText(name), value)
  return parts.join('&')
}

const boundary = 'fuzz-boundary'

/** Writes a multipart form with a small picture as its file. */
export const writeForm = (fields: object, chance: Chance): { type: string; bytes: Buffer } => {
  const pieces: (string | Buffer)[] = []
  for (const [name, value] of Object.entries(fields)) {
    if (name === 'file') continue
    pieces.push(
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${writeText(value)}\r\n`,
    )
  }
  const disposition = 'Content-Disposition: form-data; name="file"; filename="house.png"'
  pieces.push(`--${boundary}\r\n${disposition}\r\nContent-Type: image/png\r\n\r\n`)
  pieces.push(housePicture(chance, 16, 12), `\r\n--${boundary}--\r\n`)
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    bytes: Buffer.concat(pieces.map((piece) => Buffer.from(piece as string))),
  }
}
