/**
 * Writes the tables of measured figures in the documents from the runs in docs/figures: `npm run figures`. With
 * `--check` it fails if a document is not current. To replace a run, measure again:
 *   npm run bench -- --rows 10000000 --directory DIR --json docs/figures/responses-10m.json
 *   npm run bench:exports -- csv --json docs/figures/exports-csv.json
 */
import { readFileSync, writeFileSync } from 'node:fs'

import { tables } from './figures/tables.ts'
import type { Table } from './figures/tables.ts'

const maxLineLength = 138
const isCheck = process.argv.includes('--check')

const formatLine = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

const formatNote = (note: string): string => {
  const lines = ['-']
  for (const word of note.split(' ')) {
    const line = `${lines.at(-1) ?? ''} ${word}`
    if (line.length <= maxLineLength) lines[lines.length - 1] = line
    else lines.push(`  ${word}`)
  }
  return lines.join('\n')
}

const formatTable = ({ header, rows, notes = [] }: Table): string =>
  [
    formatLine(header),
    `|${header.map(() => '---|').join('')}`,
    ...rows.map(formatLine),
    ...(notes.length > 0 ? ['', ...notes.map(formatNote)] : []),
  ].join('\n')

/** Replaces the lines between the comments of the table. */
const insertTable = (text: string, table: Table): string => {
  const start = `<!-- figures: ${table.name} -->\n`
  const end = '<!-- end of figures -->'
  const from = text.indexOf(start) + start.length
  const to = text.indexOf(end, from)
  if (!text.includes(start) || to < 0)
    throw new Error(`${table.document} has no place for the figures ${table.name}`)
  return `${text.slice(0, from)}${formatTable(table)}\n${text.slice(to)}`
}

for (const document of new Set(tables.map((table) => table.document))) {
  const text = readFileSync(document, 'utf8')
  const current = tables.filter((table) => table.document === document).reduce(insertTable, text)
  if (current === text) continue
  if (isCheck) {
    console.error(`The figures of ${document} are not current. Run \`npm run figures\` and commit the file.`)
    process.exitCode = 1
  } else writeFileSync(document, current)
}
