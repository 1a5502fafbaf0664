import { themes } from '@baseline/contract/settings/contract.ts'
import type { Theme } from '@baseline/contract/settings/contract.ts'

/** Milliseconds to wait for a stylesheet; after that the page starts with the default look. */
const patienceMs = 5000

const known = (name: string | undefined): Theme => themes.find((theme) => theme === name) ?? 'default'

let latest: HTMLLinkElement | undefined

/** Loads a stylesheet of the theme folder, and resolves when it is applied. spec §3 */
export const applyTheme = (name: string | undefined): Promise<void> => {
  const link = document.createElement('link')
  latest = link
  link.rel = 'stylesheet'
  link.href = `/theme/${known(name)}.css`
  link.dataset['theme'] = known(name)
  return new Promise((resolve) => {
    const settle = () => {
      clearTimeout(timer)
      // Keeps the old stylesheet until the new one is loaded, so that a preview does not flash.
      if (link === latest)
        for (const other of document.querySelectorAll('link[data-theme]')) if (other !== link) other.remove()
      resolve()
    }
    const timer = setTimeout(settle, patienceMs)
    link.addEventListener('load', settle)
    link.addEventListener('error', settle)
    document.head.append(link)
  })
}
