import { useSyncExternalStore } from 'react'

/** The menu hides by itself below 576 px. spec §2, §9 */
const query = '(max-width: 575.98px)'

export const isNarrow = (): boolean => matchMedia(query).matches

const subscribe = (listener: () => void) => {
  const media = matchMedia(query)
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}

export const useNarrow = (): boolean => useSyncExternalStore(subscribe, isNarrow)
