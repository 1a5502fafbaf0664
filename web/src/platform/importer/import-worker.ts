import type { CheckedLine, CheckedRow, ImportContext, Refusal } from './checked-row.ts'
import { silentMs } from './limits.ts'
import type { Answered, FromWorker, ToWorker } from './protocol.ts'

const stopped: Refusal = { key: 'invalidFileUpload', reason: 'damaged' }

/** What is used of a worker. */
export type WorkerLike = Pick<
  Worker,
  'postMessage' | 'addEventListener' | 'removeEventListener' | 'terminate'
>

/** A file that was read: its rows, and rows of further sheets that belong to none of them. */
export interface ReadFile {
  rows: CheckedRow[]
  strays: CheckedLine[]
}

/** How many rows of a file have been checked. */
export interface ReadProgress {
  checked: number
  all: number
}

/** The page's side of the worker. One serves a screen; a file that it dies of takes nothing else along. */
export class ImportWorker {
  readonly #start: () => WorkerLike
  #worker: WorkerLike | undefined
  #lastId = 0

  constructor(start: () => WorkerLike) {
    this.#start = start
  }

  stop(): void {
    this.#worker?.terminate()
    this.#worker = undefined
  }

  /** Every message that answers this one, until one is the last; a worker that falls silent is ended. */
  #ask(message: ToWorker, take: (answer: FromWorker) => boolean): Promise<void> {
    this.#worker ??= this.#start()
    const worker = this.#worker
    this.#lastId += 1
    const id = this.#lastId
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer)
        worker.removeEventListener('message', listen)
        worker.removeEventListener('error', fail)
      }
      const fail = () => {
        end()
        if (this.#worker === worker) this.stop()
        reject(new Error('the worker gave up'))
      }
      const listen = (event: Event) => {
        // Only our own worker speaks here.
        const { data } = event as MessageEvent<Answered>
        // Whatever it says, and to whom, it is alive: a slow machine is no damaged file.
        clearTimeout(timer)
        timer = setTimeout(fail, silentMs)
        if (data.id !== id) return
        const isFailed = data.answer.type === 'failed'
        if (!isFailed && !take(data.answer)) return
        end()
        if (isFailed) reject(new Error('the worker could not do it'))
        else resolve()
      }
      let timer = setTimeout(fail, silentMs)
      worker.addEventListener('message', listen)
      worker.addEventListener('error', fail)
      worker.postMessage({ id, message }, [])
    })
  }

  /** Reads and checks a file; or says why it is not taken. */
  async read(
    file: File,
    context: ImportContext,
    onProgress: (progress: ReadProgress) => void,
  ): Promise<ReadFile | Refusal> {
    const rows: CheckedRow[] = []
    const strays: CheckedLine[] = []
    let all = 0
    let refusal: Refusal | undefined
    try {
      await this.#ask({ type: 'read', file, context }, (answer) => {
        if (answer.type === 'opened') all = answer.count
        if (answer.type === 'rows') {
          for (const row of answer.rows) rows.push(row)
          strays.push(...answer.strays)
        }
        if (answer.type === 'refused') refusal = answer.refusal
        if (answer.type === 'opened' || answer.type === 'rows') onProgress({ checked: rows.length, all })
        return answer.type === 'read' || answer.type === 'refused'
      })
    } catch {
      refusal = stopped
    }
    return refusal ?? { rows, strays }
  }

  /** A workbook, also while a file is being read. */
  async write(message: Exclude<ToWorker, { type: 'read' }>): Promise<Uint8Array<ArrayBuffer>> {
    let bytes = new Uint8Array()
    await this.#ask(message, (answer) => {
      if (answer.type === 'workbook') bytes = answer.bytes
      return true
    })
    return bytes
  }
}
