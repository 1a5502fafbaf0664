import { LanguageSelect } from './language-select.tsx'
import { SchemeSwitch } from './scheme-switch.tsx'

/** Preferences on every page, always in this order. */
export const Preferences = () => (
  <>
    <LanguageSelect />
    <SchemeSwitch />
  </>
)

/** Upper corner of the pages outside the layout. */
export const PageCorner = () => (
  <header className="corner">
    <Preferences />
  </header>
)
