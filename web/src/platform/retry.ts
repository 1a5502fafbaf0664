/** Statuses to retry before the error is handled; 0 means no response. spec §8 */
const retriableStatuses = new Set([0, 429, 503])

const retryPausesMs = [400, 1200, 3000]
const maxPauseMs = 10_000

/** Returns the milliseconds until the next attempt, or undefined to give up. */
export const pauseBeforeRetry = (
  status: number,
  attempt: number,
  retryAfter: string | null | undefined,
): number | undefined => {
  const defaultPauseMs = retryPausesMs[attempt - 1]
  if (defaultPauseMs === undefined || !retriableStatuses.has(status)) return undefined
  const requestedPauseMs = Number(retryAfter ?? Number.NaN) * 1000
  // A screen cannot wait for a minute: with a longer Retry-After the error is shown at once.
  if (requestedPauseMs > maxPauseMs) return undefined
  // Jitter prevents the clients of one office from retrying at the same moment.
  return Math.max(
    defaultPauseMs * (0.75 + Math.random() / 2),
    Number.isNaN(requestedPauseMs) ? 0 : requestedPauseMs,
  )
}

/** Rejects with the signal's reason if it aborts first. */
export const wait = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer)
      reject(signal?.reason as DOMException)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort)
      resolve()
    }, milliseconds)
    signal?.addEventListener('abort', onAbort, { once: true })
  })
