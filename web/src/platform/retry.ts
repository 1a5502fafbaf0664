/** 429, 503 and no answer at all are tried again before specification §8 applies. */
const worthAnotherTry = new Set([0, 429, 503])

const pausesMs = [400, 1200, 3000]
const longestPauseMs = 10_000

/** How long to wait before the next try, or undefined when there is none. */
export const pauseBeforeRetry = (
  status: number,
  triesDone: number,
  retryAfter: string | null | undefined,
): number | undefined => {
  const pause = pausesMs[triesDone - 1]
  if (pause === undefined || !worthAnotherTry.has(status)) return undefined
  const asked = Number(retryAfter ?? Number.NaN) * 1000
  // A screen cannot hang for a minute: a server that asks for longer gets its answer shown at once.
  if (asked > longestPauseMs) return undefined
  // The spread keeps the clients of one office from coming back all at the same moment.
  return Math.max(pause * (0.75 + Math.random() / 2), Number.isNaN(asked) ? 0 : asked)
}

/** Rejects with the reason of the signal when that comes first. */
export const wait = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason as DOMException)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, milliseconds)
    signal?.addEventListener('abort', stop, { once: true })
  })
