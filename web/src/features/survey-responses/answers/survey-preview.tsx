import { inLanguage } from '@baseline/contract/surveys/in-language.ts'
import { languageName } from '@baseline/contract/surveys/language-name.ts'
import { SurveyDefinition } from '@baseline/contract/surveys/master.ts'
import { Button, Form, Select } from 'antd'
import { useId, useState } from 'react'

import type { PreviewProps } from '#platform/feature.ts'
import { chosenLanguage, t } from '#platform/i18n.ts'
import { toast } from '#platform/ui/toast.tsx'

import { AnswersForm, focusAnswer } from './answers-form.tsx'
import { createAnswersStore, newDraft } from './answers-store.ts'

const noImages = { find: () => undefined, add: () => undefined }

/** The questionnaire as enumerators see it, in each language. Answers are checked, but never sent. */
export const SurveyPreview = ({ record }: PreviewProps) => {
  const [definition] = useState(() => SurveyDefinition.loose().parse(record))
  const field = useId()
  const [{ language, store }, show] = useState(() => {
    const first = definition.languages.find((tag) => tag === chosenLanguage()) ?? definition.defaultLanguage
    return {
      language: first,
      store: createAnswersStore(inLanguage(definition, first), newDraft(definition)),
    }
  })
  const translateForm = (tag: string) =>
    show(({ store: previous }) => {
      const translated = createAnswersStore(inLanguage(definition, tag), previous.draft())
      translated.openPage(previous.page())
      return { language: tag, store: translated }
    })
  const check = () => {
    const problem = store.check({ partial: false })
    if (problem === undefined) toast.success(t('entities.surveys.preview.valid'))
    else focusAnswer(store, problem)
  }
  return (
    <Form layout="vertical">
      {definition.languages.length > 1 && (
        <Form.Item
          className="preview-language"
          label={t('entities.surveys.preview.language')}
          htmlFor={field}
        >
          <Select
            id={field}
            value={language}
            onChange={translateForm}
            options={definition.languages.map((tag) => ({
              value: tag,
              label: languageName(tag, chosenLanguage()),
            }))}
          />
        </Form.Item>
      )}
      <AnswersForm key={language} store={store} images={noImages} isPreview />
      <div className="form-actions form-actions-sticky">
        <Button type="primary" onClick={check}>
          {t('entities.surveys.preview.check')}
        </Button>
      </div>
    </Form>
  )
}
