/** Statuses to retry before specification §8 applies; 0 means no response. */
const worthAnotherTry = new Set([0, 429, 503])

const pausesMs = [400, 1200, 3000]
const longestPauseMs = 10_000

/** Returns the milliseconds until the next attempt, or undefined to give up. */
export const pauseBeforeRetry = (
  status: number,
  triesDone: number,
  retryAfter: string | null | undefined,
): number | undefined => {
  const pause = pausesMs[triesDone - 1]
  if (pause === undefined || !worthAnotherTry.has(status)) return undefined
  const asked = Number(retryAfter ?? Number.NaN) * 1000
  // A screen cannot wait for a minute: with a longer Retry-After the error is shown at once.
  if (asked > longestPauseMs) return undefined
  // Jitter prevents the clients of one office from retrying at the same moment.
  return Math.max(pause * (0.75 + Math.random() / 2), Number.isNaN(asked) ? 0 : asked)
}

/** Rejects with the signal's reason if it aborts first. */
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
