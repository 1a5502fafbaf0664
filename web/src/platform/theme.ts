import { themes } from '@baseline/contract/settings/contract.ts'
import type { Theme } from '@baseline/contract/settings/contract.ts'

/** A slow or missing stylesheet must not keep people out: after this long the default look will do. */
const patienceMs = 5000

const known = (name: string | undefined): Theme => themes.find((theme) => theme === name) ?? 'default'

let latest: HTMLLinkElement | undefined

/** Puts a stylesheet of the theme folder in place, and resolves when it is seen. spec §3 */
export const applyTheme = (name: string | undefined): Promise<void> => {
  const link = document.createElement('link')
  latest = link
  link.rel = 'stylesheet'
  link.href = `/theme/${known(name)}.css`
  link.dataset['theme'] = known(name)
  return new Promise((resolve) => {
    const settle = () => {
      clearTimeout(timer)
      // The old look stays until the new one is there, so that a preview never flashes.
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
