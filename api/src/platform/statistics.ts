import { execFile, spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'

import { CellTooLong } from '@baseline/tabular/cell-xml.ts'
import type { CellValue } from '@baseline/tabular/read-workbook.ts'
import { writeCsv } from '@baseline/tabular/write-csv.ts'

/** Limits of Stata and SPSS, in bytes: of a text value, and of the labels of variables and values. */
const formats = {
  dta: { type: 'STATA', text: 2_045, label: 80, valueLabel: 80 },
  sav: { type: 'SPSS', text: 32_767, label: 255, valueLabel: 120 },
} as const
export type StatisticsFormat = keyof typeof formats

/** Variables of a Stata file in format 118, which Stata 14 and later read. SPSS has no such limit. */
export const maxStataVariables = 32_767

interface Variable {
  name: string
  label: string
  kind: 'text' | 'number' | 'date'
  categories: readonly { code: number; label: string }[]
}

let isInstalled = false

/** Returns whether `readstat` is installed. Checks again until it is, so installing it needs no restart. */
export const hasReadstat = async (): Promise<boolean> => {
  isInstalled ||= await promisify(execFile)('readstat', ['--version']).then(
    () => true,
    () => false,
  )
  return isInstalled
}

/**
 * Replaces characters that JSON would escape, because `readstat` does not decode escapes. Shortens long
 * labels; the codebook contains their full text.
 */
const labelOf = (text: string, maxBytes: number): string => {
  const plain = text
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .replaceAll('"', "'")
    .replaceAll('\\', '/')
    .trim()
  if (Buffer.byteLength(plain) <= maxBytes) return plain
  let shortened = ''
  for (const character of plain) {
    if (Buffer.byteLength(shortened + character) > maxBytes - 3) break
    shortened += character
  }
  return `${shortened}…`
}

const describeVariables = (format: StatisticsFormat, variables: readonly Variable[]): string => {
  const { type, label, valueLabel } = formats[format]
  return JSON.stringify({
    type,
    variables: variables.map((variable) => ({
      type: variable.kind === 'text' ? 'STRING' : 'NUMERIC',
      name: variable.name,
      label: labelOf(variable.label, label),
      ...(variable.kind === 'date' && { format: 'DATE' }),
      ...(variable.categories.length > 0 && {
        categories: variable.categories.map(({ code, label: word }) => ({
          code,
          label: labelOf(word, valueLabel),
        })),
      }),
    })),
  })
}

const runReadstat = (args: readonly string[], signal: AbortSignal): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn('readstat', args, { stdio: ['ignore', 'pipe', 'pipe'], signal })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (chunk: string) => (output += chunk))
    child.once('error', reject)
    child.once('close', () => resolve(output))
  })

interface Table {
  /** The file name without its extension. */
  name: string
  variables: readonly Variable[]
  rows: AsyncIterable<readonly CellValue[]>
}

/**
 * Writes a Stata or SPSS file with labels of variables and values into a local folder. `readstat` exits with
 * 0 even after an error, so only its report of written rows means success. It cannot write an empty table.
 */
export const writeStatistics = async (
  folder: string,
  format: StatisticsFormat,
  { name, variables, rows }: Table,
  signal: AbortSignal,
): Promise<{ path: string | undefined; rows: number }> => {
  const [csv, json, path] = ['csv', 'json', format].map((extension) =>
    join(folder, `${name}.${extension}`),
  ) as [string, string, string]
  let count = 0
  async function* checkRows(): AsyncGenerator<readonly CellValue[]> {
    for await (const cells of rows) {
      const longIndex = cells.findIndex(
        (cell) => typeof cell === 'string' && Buffer.byteLength(cell) > formats[format].text,
      )
      if (longIndex >= 0) throw new CellTooLong(variables[longIndex]?.label ?? '', cells)
      count += 1
      yield cells
    }
  }
  const columns = variables.map(({ name: header, kind }) => ({ header, ...(kind === 'date' && { kind }) }))
  await pipeline(
    Readable.from(writeCsv(columns, checkRows(), { forSpreadsheets: false })),
    createWriteStream(csv, { mode: 0o600 }),
  )
  if (count === 0) return { path: undefined, rows: 0 }
  await writeFile(json, describeVariables(format, variables))
  const output = await runReadstat(['-f', csv, json, path], signal)
  const successMessage = `Converted ${String(variables.length)} variables and ${String(count)} rows`
  if (!output.includes(successMessage) || /error/i.test(output))
    throw new Error(`readstat: ${output.trim().slice(0, 500)}`)
  await rm(csv)
  return { path, rows: count }
}
