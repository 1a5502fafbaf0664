import { themes } from '@baseline/contract/settings/contract.ts'
import type { Theme } from '@baseline/contract/settings/contract.ts'

/** Milliseconds to wait for a stylesheet; after that the page starts with the default look. */
const loadLimitMs = 5000

const toTheme = (name: string | undefined): Theme => themes.find((theme) => theme === name) ?? 'default'

let latestLink: HTMLLinkElement | undefined

/** Loads a stylesheet of the theme folder, and resolves when it is applied. spec §3 */
export const applyTheme = (name: string | undefined): Promise<void> => {
  const link = document.createElement('link')
  latestLink = link
  link.rel = 'stylesheet'
  link.href = `/theme/${toTheme(name)}.css`
  link.dataset['theme'] = toTheme(name)
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer)
      // Keeps the old stylesheet until the new one is loaded, so that a preview does not flash.
      if (link === latestLink)
        for (const other of document.querySelectorAll('link[data-theme]')) if (other !== link) other.remove()
      resolve()
    }
    const timer = setTimeout(finish, loadLimitMs)
    link.addEventListener('load', finish)
    link.addEventListener('error', finish)
    document.head.append(link)
  })
}
