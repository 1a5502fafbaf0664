import { useCallback, useSyncExternalStore } from 'react'

/** Where the menu hides by itself, and lists become cards. spec §2, §9 */
export const narrowWindow = '(max-width: 575.98px)'

/** Whether the window, or the device's settings, answer to a media query; follows every change. */
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
