import { LanguageSelect } from './language-select.tsx'
import { SchemeSwitch } from './scheme-switch.tsx'

/** What everyone may choose on every page, always in this order. */
export const Preferences = () => (
  <>
    <LanguageSelect />
    <SchemeSwitch />
  </>
)

/** The upper corner of the pages outside of the layout. */
export const Corner = () => (
  <header className="corner">
    <Preferences />
  </header>
)
