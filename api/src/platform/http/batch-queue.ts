import { AppError } from '@baseline/contract/errors.ts'

import { isTransient, OutcomeUnknown } from '../database/retry.ts'
import { limits } from '../limits.ts'

/** Outcome of one call of a batch. `alone`: nothing was written; the call must run in its own transaction. */
export type Outcome<Result> = { result: Result } | { error: unknown } | 'alone'

interface Waiting<Call, Result> {
  call: Call
  settle: (outcome: Outcome<Result>) => void
}

interface BatchWork<Call, Result> {
  /** Runs calls in one transaction. If it throws, nothing was written, or the outcome is unknown. */
  run: (calls: readonly Call[]) => Promise<Outcome<Result>[]>
  /** Values that two calls of a batch must not share, such as an idempotency key. */
  identify: (call: Call) => readonly string[]
  callerOf: (call: Call) => string
}

/**
 * Collects calls while others are written, and writes them together: one transaction costs far less than one
 * per call. A call that arrives while nothing is written runs at once. A further transaction starts beside a running
 * one only for many calls, or if all running ones are slow.
 */
export const createBatchQueue = <Call, Result>(
  { run, identify, callerOf }: BatchWork<Call, Result>,
  {
    size,
    lanes,
    slowMs,
    gatherMs,
    waiting: maxWaiting,
    suspectMs,
  }: Readonly<
    Record<'size' | 'lanes' | 'slowMs' | 'gatherMs' | 'waiting' | 'suspectMs', number>
  > = limits.batches,
) => {
  let waiting: Waiting<Call, Result>[] = []
  let running = 0
  let slow = 0
  let onArrival = (): void => undefined
  /** Callers whose call made a batch fail, with the time until which their calls run alone. */
  const suspects = new Map<string, number>()

  const takeBatch = (): Waiting<Call, Result>[] => {
    const batch: Waiting<Call, Result>[] = []
    const left: Waiting<Call, Result>[] = []
    const taken = new Set<string>()
    for (const entry of waiting) {
      const names = identify(entry.call)
      if (batch.length < size && !names.some((name) => taken.has(name))) {
        batch.push(entry)
        for (const name of names) taken.add(name)
      } else left.push(entry)
    }
    waiting = left
    return batch
  }

  /** Halves a batch that fails until the call that causes it is found. */
  const runBatch = async (batch: readonly Waiting<Call, Result>[]): Promise<void> => {
    try {
      const outcomes = await run(batch.map(({ call }) => call))
      batch.forEach(({ settle }, index) => settle(outcomes[index] ?? 'alone'))
    } catch (error) {
      const [first] = batch
      if (!first || error instanceof OutcomeUnknown || isTransient(error)) {
        for (const { settle } of batch) settle({ error })
        return
      }
      if (batch.length > 1) {
        const middle = Math.ceil(batch.length / 2)
        await runBatch(batch.slice(0, middle))
        await runBatch(batch.slice(middle))
        return
      }
      suspects.set(callerOf(first.call), Date.now() + suspectMs)
      first.settle('alone')
    }
  }

  /** Waits until as many calls have arrived, but not longer than `gatherMs`. */
  const gather = async (count: number): Promise<void> => {
    if (waiting.length >= count) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, gatherMs)
      onArrival = () => {
        if (waiting.length < count) return
        clearTimeout(timer)
        resolve()
      }
    })
  }

  const runLane = async (): Promise<void> => {
    let isSlow = false
    const timer = setTimeout(() => {
      isSlow = true
      slow += 1
      startBatches()
    }, slowMs)
    const batch = takeBatch()
    await runBatch(batch)
    clearTimeout(timer)
    if (isSlow) slow -= 1
    // Clients that get their answers at the same time send their next calls at the same time.
    if (batch.length > 1) await gather(batch.length)
    running -= 1
    startBatches()
  }

  const startBatches = (): void => {
    while (waiting.length > 0 && running < lanes && (running === slow || waiting.length >= size / 2)) {
      running += 1
      void runLane()
    }
  }

  const isSuspect = (caller: string): boolean => {
    const until = suspects.get(caller)
    if (until === undefined) return false
    if (until > Date.now()) return true
    suspects.delete(caller)
    return false
  }

  return (call: Call): Promise<Outcome<Result>> => {
    if (isSuspect(callerOf(call))) return Promise.resolve('alone')
    if (waiting.length >= maxWaiting) throw new AppError('errors.unavailable')
    return new Promise((settle) => {
      waiting.push({ call, settle })
      onArrival()
      startBatches()
    })
  }
}
