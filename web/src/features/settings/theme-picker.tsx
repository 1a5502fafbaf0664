import { themes } from '@baseline/contract/settings/contract.ts'
import type { Theme } from '@baseline/contract/settings/contract.ts'

import { t } from '#platform/i18n.ts'

import './theme-picker.css'

interface ThemePickerProps {
  value: Theme
  onChange: (theme: Theme) => void
  disabled: boolean
}

/** Native radio buttons, so that arrow keys and screen readers treat them as one group. */
export const ThemePicker = ({ value, onChange, disabled }: ThemePickerProps) => (
  <fieldset className="theme-picker" disabled={disabled}>
    <legend>{t('settings.theme')}</legend>
    <div className="theme-grid">
      {themes.map((theme) => (
        <label key={theme} className="theme-choice">
          <input
            type="radio"
            name="theme"
            value={theme}
            checked={theme === value}
            onChange={() => onChange(theme)}
          />
          <span className="theme-swatch" data-swatch={theme} aria-hidden="true" />
          <span>{t(`settings.themes.${theme}`)}</span>
        </label>
      ))}
    </div>
  </fieldset>
)
