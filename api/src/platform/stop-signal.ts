import { limits } from './limits.ts'

/** On SIGTERM or SIGINT what is under way is finished, within the time a deployment allows. */
export const onStopSignal = (stop: () => Promise<void>): void => {
  const leave = () => {
    setTimeout(() => process.exit(1), limits.drainMs).unref()
    void stop().then(() => process.exit(0))
  }
  process.once('SIGTERM', leave)
  process.once('SIGINT', leave)
}
