/** Milliseconds, below the time that a deployment waits before SIGKILL; the same as the api's limit. */
const drainMs = 25_000

/** On SIGTERM or SIGINT, runs `stop` within a time limit. A second signal ends the process at once. */
export const onStopSignal = (stop: () => Promise<void>, limitMs = drainMs): void => {
  const shutDown = (): void => {
    setTimeout(() => process.exit(1), limitMs).unref()
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.once('SIGTERM', shutDown)
  process.once('SIGINT', shutDown)
}
