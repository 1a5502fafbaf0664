import { textIn } from '@baseline/contract/surveys/master.ts'
import type { SurveyDefinition, Texts } from '@baseline/contract/surveys/master.ts'
import { partsOfText } from '@baseline/contract/surveys/template.ts'

import { languageNames } from './languages.ts'
import { element } from './xml.ts'
import type { XmlElement } from './xml.ts'
import { literal } from './xpath.ts'

/** One form of a text: the plain one, a guidance or a file. */
interface TextForm {
  form?: string
  texts: Texts
  /** Text before the content, such as the address of a folder. */
  prefix?: string
}

/** Folders of files on the phone, by kind. */
const mediaFolders: Readonly<Record<string, string>> = {
  image: 'jr://images/',
  'big-image': 'jr://images/',
  audio: 'jr://audio/',
  video: 'jr://video/',
}

export const mediaForms = (media: Readonly<Record<string, Texts>> | undefined): TextForm[] =>
  Object.entries(media ?? {}).map(([form, texts]) => ({ form, texts, prefix: mediaFolders[form] ?? '' }))

/** Collects the texts of the form in every language. A missing translation is written in its fallback. */
export class Translations {
  readonly #survey: SurveyDefinition
  readonly #textsByLanguage: ReadonlyMap<string, XmlElement[]>

  constructor(survey: SurveyDefinition) {
    this.#survey = survey
    this.#textsByLanguage = new Map(survey.languages.map((language) => [language, []]))
  }

  /** Adds a text, and returns the expression that refers to it. `pathOf` returns the path of a question in it. */
  add(id: string, forms: readonly TextForm[], pathOf: (key: string) => string): string {
    for (const [language, elements] of this.#textsByLanguage) {
      const values = forms.flatMap(({ form, texts, prefix = '' }) => {
        const text = textIn(texts, language, this.#survey)
        return text === undefined ? [] : [element('value', { form }, contentOf(prefix + text, pathOf))]
      })
      elements.push(element('text', { id }, values))
    }
    return `jr:itext(${literal(id)})`
  }

  write(): XmlElement {
    const names = languageNames(this.#survey.languages)
    return element(
      'itext',
      {},
      [...this.#textsByLanguage].map(([language, texts]) =>
        element(
          'translation',
          {
            lang: names.get(language),
            default: language === this.#survey.defaultLanguage ? 'true()' : undefined,
          },
          texts,
        ),
      ),
    )
  }
}

/** Ends with a text, so that no line breaks are written around a single reference. */
const contentOf = (text: string, pathOf: (key: string) => string) => [
  ...partsOfText(text).map((part) =>
    'key' in part ? element('output', { value: pathOf(part.key) }) : part.text,
  ),
  '',
]
