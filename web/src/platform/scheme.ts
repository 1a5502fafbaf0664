import { useSyncExternalStore } from 'react'

export const schemes = ['light', 'dark', 'system'] as const
export type Scheme = (typeof schemes)[number]

const storageKey = 'scheme'
const changeEvent = 'baseline:scheme'
const darkPreference = () => matchMedia('(prefers-color-scheme: dark)')

const chosenScheme = (): Scheme => {
  const stored = localStorage.getItem(storageKey)
  return schemes.find((scheme) => scheme === stored) ?? 'system'
}

/** Prints in light colours: browsers omit the dark background, and pale text on white paper is unreadable. */
const printMedia = () => matchMedia('print')

const isDark = (): boolean => {
  if (printMedia().matches) return false
  const scheme = chosenScheme()
  return scheme === 'system' ? darkPreference().matches : scheme === 'dark'
}

/** Sets the attribute by which the theme stylesheets choose the scheme. */
export const applyScheme = (): void => {
  const scheme = isDark() ? 'dark' : 'light'
  document.documentElement.dataset['scheme'] = scheme
  document.documentElement.style.colorScheme = scheme
}

const subscribe = (listener: () => void) => {
  const onChange = () => {
    applyScheme()
    listener()
  }
  const media = [darkPreference(), printMedia()]
  window.addEventListener(changeEvent, onChange)
  window.addEventListener('storage', onChange)
  for (const query of media) query.addEventListener('change', onChange)
  return () => {
    window.removeEventListener(changeEvent, onChange)
    window.removeEventListener('storage', onChange)
    for (const query of media) query.removeEventListener('change', onChange)
  }
}

export const chooseScheme = (scheme: Scheme): void => {
  localStorage.setItem(storageKey, scheme)
  window.dispatchEvent(new Event(changeEvent))
}

export const useScheme = (): Scheme => useSyncExternalStore(subscribe, chosenScheme)
export const useDark = (): boolean => useSyncExternalStore(subscribe, isDark)
