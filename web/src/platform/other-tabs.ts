/** Id of the signed-in user, or null. */
export type UserId = string | null

/**
 * Synchronises the tabs of a browser, which share one session. A tab announces a sign-in or sign-out, and a
 * tab that shows another user reloads. A tab that is still loading (`currentUserId` returns undefined) only
 * stores the message: otherwise tabs that open at the same time would reload each other.
 */
export const joinTabs = (currentUserId: () => UserId | undefined, onChange: () => void) => {
  const channel = new BroadcastChannel('session')
  let missedUserId: UserId | undefined
  const handleUser = (userId: UserId): void => {
    const ownUserId = currentUserId()
    if (ownUserId === undefined) missedUserId = userId
    // A tab of the same user keeps its page and its unsaved input.
    else if (userId !== ownUserId) onChange()
  }
  channel.addEventListener('message', ({ data }: MessageEvent<UserId>) => handleUser(data))
  return {
    // A BroadcastChannel has no target origin; the rule treats it as a window.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    announce: (userId: UserId): void => channel.postMessage(userId),
    /** The tab has finished loading: compares its user with the last message. */
    applyMissed: (): void => {
      const userId = missedUserId
      missedUserId = undefined
      if (userId !== undefined) handleUser(userId)
    },
    leave: (): void => channel.close(),
  }
}
