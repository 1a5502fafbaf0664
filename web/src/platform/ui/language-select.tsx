import { languages } from '@baseline/contract/messages/translate.ts'
import { Select } from 'antd'

import { chooseLanguage, chosenLanguage, languageNames, t } from '../i18n.ts'

/** Language selector, 100 px wide; a change reloads the page. spec §1 */
export const LanguageSelect = () => (
  <Select
    className="language-select"
    aria-label={t('common.language')}
    style={{ width: 100 }}
    value={chosenLanguage()}
    onChange={chooseLanguage}
    options={languages.map((value) => ({
      value,
      label: languageNames[value].short,
      title: languageNames[value].full,
    }))}
  />
)
