import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { parentPort, Worker } from 'node:worker_threads'

interface ThreadLimits {
  seconds: number
  heapMb: number
  youngHeapMb: number
}

/** The limit at which a thread was ended. */
export type ThreadFailure = 'time' | 'memory'

/** Lets threads use the compiled code that the process stores, if it does: compiling takes most of their start. */
const compileCache = (): NodeJS.ProcessEnv => {
  const folder = getCompileCacheDir()
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }
}

/**
 * Runs a file in a thread with limited time and memory, without the secrets of the server. The file reads the
 * request from `workerData` and calls `answerThread`.
 */
export const callThread = <Result>(
  file: URL,
  request: unknown,
  { seconds, heapMb, youngHeapMb }: ThreadLimits,
): Promise<Result | ThreadFailure> =>
  new Promise((resolve, reject) => {
    const thread = new Worker(file, {
      workerData: request,
      resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: youngHeapMb },
      env: compileCache(),
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

/** Sends the result to the caller of `callThread`. */
export const answerThread = (result: unknown): void =>
  // eslint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(result)
