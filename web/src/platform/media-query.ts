import { useCallback, useSyncExternalStore } from 'react'

/** Width at which the menu is hidden and lists become cards. spec §2, §9 */
export const narrowWindow = '(max-width: 575.98px)'

/** Whether a media query matches; updates on every change. */
export const useMediaQuery = (query: string): boolean => {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}
