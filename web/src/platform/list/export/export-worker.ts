import { streamWorkbook } from '@baseline/tabular/stream-workbook.ts'

import { cellsOf } from './cells.ts'
import type { ExportNews, ExportOrder } from './messages.ts'
import { streamedRows } from './streamed-rows.ts'

const tell = (news: ExportNews): void => postMessage(news)

async function* textOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  const reader = body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    yield decoder.decode(value, { stream: true })
  }
}

const tellEveryMs = 250

/**
 * Fetches the whole list and writes the workbook while it arrives; keeps only the compressed file in memory.
 * spec §7
 */
const make = async ({ url, headers, columns, timeZone }: ExportOrder): Promise<void> => {
  const answer = await fetch(url, { headers, credentials: 'omit' })
  if (!answer.ok || !answer.body) {
    tell({ kind: 'refused', status: answer.status, body: await answer.text() })
    return
  }
  const { row, counts } = cellsOf(columns, timeZone)
  let rows = 0
  let told = 0
  async function* cells(body: ReadableStream<Uint8Array>) {
    for await (const one of streamedRows(textOf(body))) {
      rows += 1
      if (performance.now() - told > tellEveryMs) {
        told = performance.now()
        tell({ kind: 'progress', rows })
      }
      yield row(one)
    }
  }
  const parts: Uint8Array<ArrayBuffer>[] = []
  for await (const chunk of streamWorkbook([{ name: 'data', columns, rows: cells(answer.body) }]))
    parts.push(chunk as Uint8Array<ArrayBuffer>) // created here, so the buffer is not shared
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  tell({ kind: 'done', file: new Blob(parts, { type }), rows, cut: counts.cut })
}

addEventListener('message', ({ data }: MessageEvent<ExportOrder>) => {
  make(data).catch(() => tell({ kind: 'failed' }))
})
