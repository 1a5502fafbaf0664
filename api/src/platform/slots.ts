/** Returns a function that runs at most `count` works at the same time; others wait in a queue. */
export const createSlots = (count: number) => {
  let active = 0
  const queue: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (active >= count) await new Promise<void>((resolve) => queue.push(resolve))
    else active += 1
    try {
      return await work()
    } finally {
      const next = queue.shift()
      // Passes the slot to the next in the queue, so that a new call cannot take it first.
      if (next) next()
      else active -= 1
    }
  }
}
