interface Waiting<Value> {
  key: string
  resolve: (value: Value | undefined) => void
  reject: (error: unknown) => void
}

/**
 * Returns a function that reads one value by its key. A read that is requested while `lanes` others run waits for
 * one of them to end, and shares the next query with all that wait. Each query starts after the request of its
 * keys, so that a value is never older than its request.
 */
export const createSharedReads = <Value>(
  lanes: number,
  readAll: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
) => {
  let waiting: Waiting<Value>[] = []
  let running = 0

  const readWaiting = async (): Promise<void> => {
    if (running >= lanes || waiting.length === 0) return
    const batch = waiting
    waiting = []
    running += 1
    try {
      const found = await readAll([...new Set(batch.map(({ key }) => key))])
      for (const { key, resolve } of batch) resolve(found.get(key))
    } catch (error) {
      for (const { reject } of batch) reject(error)
    } finally {
      running -= 1
      void readWaiting()
    }
  }

  return (key: string): Promise<Value | undefined> =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject })
      void readWaiting()
    })
}
