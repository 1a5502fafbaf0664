/** Who is signed in: the id of the person, or null for nobody. */
export type Who = string | null

/**
 * All tabs of a browser share one session. A tab in which a person signs in or out says so here, and a tab that
 * shows another person reloads. A tab that is still loading (`shown` returns undefined) only remembers what it hears:
 * otherwise tabs that open at the same time would make each other start again.
 */
export const joinTabs = (shown: () => Who | undefined, onChange: () => void) => {
  const channel = new BroadcastChannel('session')
  let missed: Who | undefined
  const hear = (who: Who): void => {
    const here = shown()
    if (here === undefined) missed = who
    // A tab of the same person stays as it is, with all that may be half written in it.
    else if (who !== here) onChange()
  }
  channel.addEventListener('message', ({ data }: MessageEvent<Who>) => hear(data))
  return {
    // A channel has no other origin; the rule takes it for a window.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    tell: (who: Who): void => channel.postMessage(who),
    /** The tab has finished loading: compares what it shows with what it heard meanwhile. */
    settle: (): void => {
      const who = missed
      missed = undefined
      if (who !== undefined) hear(who)
    },
    leave: (): void => channel.close(),
  }
}
