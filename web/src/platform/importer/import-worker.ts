import type { CheckedLine, CheckedRow, ImportContext, Refusal } from './checked-row.ts'
import { silenceLimitMs } from './limits.ts'
import type { FromWorker, ToWorker, WorkerReply } from './protocol.ts'

const crashRefusal: Refusal = { key: 'invalidFileUpload', reason: 'damaged' }

/** The members of Worker that are used. */
export type WorkerLike = Pick<
  Worker,
  'postMessage' | 'addEventListener' | 'removeEventListener' | 'terminate'
>

/** A file as read: its rows, and rows of further sheets that belong to none of them. */
export interface ReadFile {
  rows: CheckedRow[]
  strays: CheckedLine[]
}

/** Number of checked rows of a file. */
export interface ReadProgress {
  checked: number
  total: number
}

/** Client of the import worker. One serves a screen; if a file crashes it, the next call starts a new one. */
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

  /**
   * Sends a message and passes every answer to `handleAnswer`, until it returns true. Terminates a worker
   * that is silent for too long.
   */
  #request(message: ToWorker, handleAnswer: (answer: FromWorker) => boolean): Promise<void> {
    this.#worker ??= this.#start()
    const worker = this.#worker
    this.#lastId += 1
    const id = this.#lastId
    return new Promise((resolve, reject) => {
      const cleanUp = () => {
        clearTimeout(timer)
        worker.removeEventListener('message', onMessage)
        worker.removeEventListener('error', fail)
      }
      const fail = () => {
        cleanUp()
        if (this.#worker === worker) this.stop()
        reject(new Error('the worker has crashed or is silent'))
      }
      const onMessage = (event: Event) => {
        // Messages come only from our own worker.
        const { data } = event as MessageEvent<WorkerReply>
        // Any message shows that the worker is alive: a slow machine does not mean a damaged file.
        clearTimeout(timer)
        timer = setTimeout(fail, silenceLimitMs)
        if (data.id !== id) return
        const isFailed = data.answer.type === 'failed'
        if (!isFailed && !handleAnswer(data.answer)) return
        cleanUp()
        if (isFailed) reject(new Error('the worker could not complete the request'))
        else resolve()
      }
      let timer = setTimeout(fail, silenceLimitMs)
      worker.addEventListener('message', onMessage)
      worker.addEventListener('error', fail)
      worker.postMessage({ id, message }, [])
    })
  }

  /** Reads and checks a file, or returns why it is refused. */
  async read(
    file: File,
    context: ImportContext,
    onProgress: (progress: ReadProgress) => void,
  ): Promise<ReadFile | Refusal> {
    const rows: CheckedRow[] = []
    const strays: CheckedLine[] = []
    let total = 0
    let refusal: Refusal | undefined
    try {
      await this.#request({ type: 'read', file, context }, (answer) => {
        if (answer.type === 'opened') total = answer.count
        if (answer.type === 'rows') {
          for (const row of answer.rows) rows.push(row)
          strays.push(...answer.strays)
        }
        if (answer.type === 'refused') refusal = answer.refusal
        if (answer.type === 'opened' || answer.type === 'rows') onProgress({ checked: rows.length, total })
        return answer.type === 'read' || answer.type === 'refused'
      })
    } catch {
      refusal = crashRefusal
    }
    return refusal ?? { rows, strays }
  }

  /** Writes a workbook, also while a file is being read. */
  async write(message: Exclude<ToWorker, { type: 'read' }>): Promise<Uint8Array<ArrayBuffer>> {
    let bytes = new Uint8Array()
    await this.#request(message, (answer) => {
      if (answer.type === 'workbook') bytes = answer.bytes
      return true
    })
    return bytes
  }
}
