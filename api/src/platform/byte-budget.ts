import { AppError } from '@baseline/contract/errors.ts'

interface Settings {
  bytes: number
  /** Time to wait for other reservations; then `errors.busy`. */
  waitMs: number
}

/**
 * Returns a function that reserves a part of the memory for uploads. Reservations start in the order of the
 * calls, so that small ones do not delay a large one. It returns a function that ends the reservation.
 */
export const createByteBudget = ({ bytes, waitMs }: Settings) => {
  let free = bytes
  const waiting = new Map<() => void, number>()
  const startWaiting = (): void => {
    for (const [start, size] of waiting) {
      if (size > free) return
      free -= size
      waiting.delete(start)
      start()
    }
  }
  return async (requested: number): Promise<() => void> => {
    // More than the budget could never start. Its size is refused when it is read.
    const size = Math.min(requested, bytes)
    await new Promise<void>((resolve, reject) => {
      const start = (): void => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        waiting.delete(start)
        reject(new AppError('errors.busy'))
        startWaiting()
      }, waitMs)
      waiting.set(start, size)
      startWaiting()
    })
    return () => {
      free += size
      startWaiting()
    }
  }
}
