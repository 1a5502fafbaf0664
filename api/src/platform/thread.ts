import { parentPort, Worker, workerData } from 'node:worker_threads'

interface ThreadLimits {
  seconds: number
  heapMb: number
  youngHeapMb: number
}

/** The limit at which a thread was ended. */
export type ThreadFailure = 'time' | 'memory'

/** Runs a file that calls `runThread` in a thread with limited time and memory, without the secrets of the server. */
export const callThread = <Request, Result>(
  file: URL,
  request: Request,
  { seconds, heapMb, youngHeapMb }: ThreadLimits,
): Promise<Result | ThreadFailure> =>
  new Promise((resolve, reject) => {
    const thread = new Worker(file, {
      workerData: request,
      resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: youngHeapMb },
      env: {},
      execArgv: [],
    })
    const timer = setTimeout(() => {
      resolve('time')
      void thread.terminate()
    }, seconds * 1_000)
    thread.once('message', resolve)
    thread.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? resolve('memory') : reject(error),
    )
    thread.once('exit', () => {
      clearTimeout(timer)
      // Has no effect after a message or an error.
      reject(new Error('the thread ended without a result'))
    })
  })

/** Answers the request of `callThread`. */
export const runThread = async <Request, Result>(
  work: (request: Request) => Promise<Result>,
): Promise<void> => {
  const result = await work(workerData as Request) // the caller passes a request of this type
  // eslint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(result)
}
