/** Who is signed in: the id of the person, or null for nobody. */
export type Who = string | null

/**
 * All tabs of a browser share one session. Whoever signs in or out in one of them says so here, and a tab that
 * shows somebody else hears of it.
 */
export const joinTabs = (shown: () => Who, onChange: () => void) => {
  const channel = new BroadcastChannel('session')
  channel.addEventListener('message', ({ data }: MessageEvent<Who>) => {
    // A tab of the same person stays as it is, with all that may be half written in it.
    if (data !== shown()) onChange()
  })
  return {
    // A channel has no other origin; the rule takes it for a window.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    tell: (who: Who): void => channel.postMessage(who),
    leave: (): void => channel.close(),
  }
}
