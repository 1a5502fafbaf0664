/** As long as a deployment waits before it insists; the api's limit is the same. */
const drainMs = 25_000

/** On SIGTERM or SIGINT what is under way is finished, within a limit; a second signal ends at once. */
export const onStopSignal = (stop: () => Promise<void>, limitMs = drainMs): void => {
  const leave = (): void => {
    setTimeout(() => process.exit(1), limitMs).unref()
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.once('SIGTERM', leave)
  process.once('SIGINT', leave)
}
