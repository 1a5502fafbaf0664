import type { MessageKey } from '@baseline/contract/messages/translate.ts'

import { ApiError, IdentityError } from '../errors.ts'
import { wait } from '../retry.ts'
import type { CheckedRow, Difference } from './checked-row.ts'
import type { Counts, ImportRows } from './import-rows.ts'
import { chunkSize } from './limits.ts'

export type Phase = 'checked' | 'running' | 'pausing' | 'paused' | 'done'

export interface RunState {
  phase: Phase
  /** The server does not respond at the moment. */
  isWaiting: boolean
}

/** A row was refused by a second comparison. */
export class RowRefusal extends Error {
  readonly key: MessageKey
  readonly differences: readonly Difference[]

  constructor(key: MessageKey, differences: readonly Difference[]) {
    super(key)
    this.key = key
    this.differences = differences
  }
}

/** Sends one row; the idempotency key makes a repetition safe. */
export type SendRow = (row: CheckedRow, idempotencyKey: string, signal: AbortSignal) => Promise<unknown>

const retryPausesMs = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000]

/** Without a response it is unknown whether the row was stored; the same key is sent again. */
const isTemporary = (error: unknown): boolean =>
  error instanceof IdentityError || (error instanceof ApiError && [0, 429, 503].includes(error.status))

/** The error concerns the user, not the row. spec §8 */
const isFatal = (error: unknown): boolean =>
  !(error instanceof RowRefusal) &&
  (!(error instanceof ApiError) || error.status === 401 || error.status === 403)

/**
 * Imports the rows of a file, ten at a time in parallel. Each row is sent until it is answered, with the same
 * idempotency key, so that a crash of the server or a lost response causes neither duplicates nor errors.
 * spec §4
 */
export class ImportRun {
  readonly rows: ImportRows
  readonly #send: SendRow
  readonly #onFailure: (error: unknown) => void
  /** Id of the run; with the line number it is the idempotency key of a row. */
  readonly #runId = crypto.randomUUID()
  readonly #abort = new AbortController()
  readonly #listeners = new Set<() => void>()
  #state: RunState = { phase: 'checked', isWaiting: false }
  #retryAbort = new AbortController()

  constructor(rows: ImportRows, send: SendRow, onFailure: (error: unknown) => void) {
    this.rows = rows
    this.#send = send
    this.#onFailure = onFailure
  }

  state = (): RunState => this.#state

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Calls back when every row is answered. */
  onDone(listener: (counts: Counts) => void): () => void {
    let { phase } = this.#state
    return this.subscribe(() => {
      const isDone = this.#state.phase === 'done' && phase !== 'done'
      phase = this.#state.phase
      if (isDone) listener(this.rows.counts())
    })
  }

  #change(next: Partial<RunState>): void {
    if (Object.entries(next).every(([name, value]) => this.#state[name as keyof RunState] === value)) return
    this.#state = { ...this.#state, ...next }
    for (const listener of this.#listeners) listener()
  }

  /** Stops before the next rows. Waits for rows in progress, unless the server does not respond. spec §4 */
  pause(): void {
    if (this.#state.phase !== 'running') return
    this.#change({ phase: 'pausing' })
    this.#retryAbort.abort()
  }

  /** Called when the page is left. */
  abandon(): void {
    this.#abort.abort()
    this.#retryAbort.abort()
  }

  async start(): Promise<void> {
    this.#retryAbort = new AbortController()
    this.#change({ phase: 'running' })
    try {
      for (let chunk = this.#nextChunk(); chunk.length > 0; chunk = this.#nextChunk())
        await Promise.all(chunk.map((index) => this.#import(index)))
      this.#end(this.rows.nextPending(1).length > 0 ? 'paused' : 'done')
    } catch (error) {
      this.#end('paused')
      if (!this.#abort.signal.aborted) this.#onFailure(error)
    }
  }

  #end(phase: Phase): void {
    this.rows.flush()
    this.#change({ phase, isWaiting: false })
  }

  #nextChunk(): number[] {
    return this.#state.phase === 'running' ? this.rows.nextPending(chunkSize) : []
  }

  async #import(index: number): Promise<void> {
    const row = this.rows.rows[index]
    if (!row) return
    // A batch that has begun is sent completely; a pause only stops retries.
    for (let attempt = 0; attempt === 0 || !this.#retryAbort.signal.aborted; attempt += 1) {
      const error = await this.#trySend(row)
      if (error === undefined) this.rows.markImported(index)
      else if (error instanceof RowRefusal) this.rows.markOutdated(index, error)
      else if (error instanceof ApiError && !isTemporary(error)) this.rows.markRefused(index, error)
      else {
        await this.#waitForRetry(attempt)
        continue
      }
      return this.#change({ isWaiting: false })
    }
  }

  /** Returns undefined if the row is stored. */
  async #trySend(row: CheckedRow): Promise<unknown> {
    try {
      await this.#send(row, `${this.#runId}-${String(row.line)}`, this.#abort.signal)
      return undefined
    } catch (error) {
      if (isTemporary(error) && !this.#abort.signal.aborted) return error
      if (isFatal(error)) throw error
      return error
    }
  }

  async #waitForRetry(attempt: number): Promise<void> {
    this.#change({ isWaiting: true })
    const pauseMs = retryPausesMs[Math.min(attempt, retryPausesMs.length - 1)] ?? 0
    // A pause or leaving the page ends the wait.
    await wait(pauseMs, this.#retryAbort.signal).catch(() => undefined)
  }
}
