/** Id of the signed-in user, or null. */
export type Who = string | null

/**
 * Synchronises the tabs of a browser, which share one session. A tab announces a sign-in or sign-out, and a
 * tab that shows another user reloads. A tab that is still loading (`shown` returns undefined) only stores
 * the message: otherwise tabs that open at the same time would reload each other.
 */
export const joinTabs = (shown: () => Who | undefined, onChange: () => void) => {
  const channel = new BroadcastChannel('session')
  let missed: Who | undefined
  const hear = (who: Who): void => {
    const here = shown()
    if (here === undefined) missed = who
    // A tab of the same user keeps its page and its unsaved input.
    else if (who !== here) onChange()
  }
  channel.addEventListener('message', ({ data }: MessageEvent<Who>) => hear(data))
  return {
    // A BroadcastChannel has no target origin; the rule treats it as a window.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    tell: (who: Who): void => channel.postMessage(who),
    /** The tab has finished loading: compares its user with the last message. */
    settle: (): void => {
      const who = missed
      missed = undefined
      if (who !== undefined) hear(who)
    },
    leave: (): void => channel.close(),
  }
}
