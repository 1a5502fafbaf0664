import type { CheckedRow, ImportContext, Refusal } from './checked-row.ts'
import { readingMs } from './limits.ts'
import type { FromWorker, ToWorker } from './protocol.ts'

const stopped: Refusal = { key: 'invalidFileUpload', reason: 'damaged' }

type StartWorker = () => Worker

/** The page's side of the worker. One serves a screen; a file that it dies of takes nothing else along. */
export class ImportWorker {
  readonly #start: StartWorker
  #worker: Worker | undefined

  constructor(start: StartWorker) {
    this.#start = start
  }

  stop(): void {
    this.#worker?.terminate()
    this.#worker = undefined
  }

  /** Every message of an answer, until one is the last; a worker that falls silent is ended. */
  #ask(message: ToWorker, take: (answer: FromWorker) => boolean): Promise<void> {
    this.#worker ??= this.#start()
    const worker = this.#worker
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer)
        worker.removeEventListener('message', listen)
        worker.removeEventListener('error', fail)
      }
      const fail = () => {
        end()
        this.stop()
        reject(new Error('the worker gave up'))
      }
      const listen = ({ data }: MessageEvent<FromWorker>) => {
        if (!take(data)) return
        end()
        resolve()
      }
      const timer = setTimeout(fail, readingMs)
      worker.addEventListener('message', listen)
      worker.addEventListener('error', fail)
      worker.postMessage(message, [])
    })
  }

  /** The rows of a file, checked; or why it is not taken. */
  async read(file: File, context: ImportContext): Promise<CheckedRow[] | Refusal> {
    const rows: CheckedRow[] = []
    let refusal: Refusal | undefined
    try {
      await this.#ask({ type: 'read', file, context }, (answer) => {
        if (answer.type === 'rows') rows.push(...answer.rows)
        if (answer.type === 'refused') refusal = answer.refusal
        return answer.type === 'read' || answer.type === 'refused'
      })
    } catch {
      refusal = stopped
    }
    return refusal ?? rows
  }

  async write(message: Exclude<ToWorker, { type: 'read' }>): Promise<Uint8Array<ArrayBuffer> | undefined> {
    let bytes: Uint8Array<ArrayBuffer> | undefined
    await this.#ask(message, (answer) => {
      if (answer.type === 'workbook') bytes = answer.bytes
      return true
    })
    return bytes
  }
}
