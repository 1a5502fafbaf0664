import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

/** Converts a file with LibreOffice, and returns the new files by name. */
export const convert = async (
  name: string,
  content: Uint8Array,
  to: string,
  ...more: string[]
): Promise<Map<string, string>> => {
  const folder = await mkdtemp(join(tmpdir(), 'baseline-office-'))
  try {
    const output = join(folder, 'made')
    await writeFile(join(folder, name), content)
    const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`
    const args = [profile, '--headless', ...more, '--convert-to', to, '--outdir', output, join(folder, name)]
    await promisify(execFile)('soffice', args, { timeout: 100_000 })
    const files = await readdir(output)
    return new Map(
      await Promise.all(
        files.map(async (file) => [file, await readFile(join(output, file), 'utf8')] as const),
      ),
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Parses a csv file according to RFC 4180. */
export const parseCsv = (text: string): string[][] => {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let quoted = false
  const endRow = () => {
    rows.push([...row, cell])
    row = []
    cell = ''
  }
  for (let index = text.startsWith('\uFEFF') ? 1 : 0; index < text.length; index += 1) {
    const character = text[index] ?? ''
    if (quoted && character === '"' && text[index + 1] === '"') {
      cell += '"'
      index += 1
    } else if (character === '"') quoted = !quoted
    else if (quoted) cell += character
    else if (character === ',') {
      row.push(cell)
      cell = ''
    } else if (character === '\n') endRow()
    else if (character !== '\r') cell += character
  }
  if (cell || row.length > 0) endRow()
  return rows
}
