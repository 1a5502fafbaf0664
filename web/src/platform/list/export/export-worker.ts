import { streamWorkbook } from '@baseline/tabular/stream-workbook.ts'

import { cellsOf } from './cells.ts'
import type { ExportMessage, ExportRequest } from './messages.ts'
import { streamRows } from './stream-rows.ts'

const sendMessage = (message: ExportMessage): void => postMessage(message)

async function* decodeText(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  const reader = body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    yield decoder.decode(value, { stream: true })
  }
}

const progressIntervalMs = 250

/**
 * Fetches the whole list and writes the workbook while it arrives; keeps only the compressed file in memory.
 * spec §7
 */
const writeExport = async ({ url, headers, columns, timeZone }: ExportRequest): Promise<void> => {
  const response = await fetch(url, { headers, credentials: 'omit' })
  if (!response.ok || !response.body) {
    sendMessage({ kind: 'refused', status: response.status, body: await response.text() })
    return
  }
  const { toCells, counts } = cellsOf(columns, timeZone)
  let rows = 0
  let lastReportMs = 0
  async function* cells(body: ReadableStream<Uint8Array>) {
    for await (const listRow of streamRows(decodeText(body))) {
      rows += 1
      if (performance.now() - lastReportMs > progressIntervalMs) {
        lastReportMs = performance.now()
        sendMessage({ kind: 'progress', rows })
      }
      yield toCells(listRow)
    }
  }
  const parts: Uint8Array<ArrayBuffer>[] = []
  for await (const chunk of streamWorkbook([{ name: 'data', columns, rows: cells(response.body) }]))
    parts.push(chunk as Uint8Array<ArrayBuffer>) // created here, so the buffer is not shared
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  sendMessage({ kind: 'done', file: new Blob(parts, { type }), rows, truncated: counts.truncated })
}

addEventListener('message', ({ data }: MessageEvent<ExportRequest>) => {
  writeExport(data).catch(() => sendMessage({ kind: 'failed' }))
})
