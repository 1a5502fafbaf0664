import { limits } from './limits.ts'

/** On SIGTERM or SIGINT, finishes the work in progress within `limits.drainMs`, then exits. */
export const onStopSignal = (stop: () => Promise<void>): void => {
  const shutDown = () => {
    setTimeout(() => process.exit(1), limits.drainMs).unref()
    void stop().then(() => process.exit(0))
  }
  process.once('SIGTERM', shutDown)
  process.once('SIGINT', shutDown)
}
