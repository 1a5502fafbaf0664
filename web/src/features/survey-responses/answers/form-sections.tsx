import { Form } from 'antd'
import { useMemo } from 'react'

import { t } from '#platform/i18n.ts'

import { labelIn } from './answer-texts.ts'
import type { AnswersStore } from './answers-store.ts'
import { formOutline, keysIn } from './form-pages.ts'
import type { FormPart } from './form-pages.ts'
import { ScrolledSectionNav, SectionNav, minSections } from './section-nav.tsx'
import { useAnswersSelector, useAnswersStore, useAnswersTexts } from './use-answers.tsx'

export const recordSection = 'record'

/** Returns the title of a part. A part of a section has a number. */
export const titleOf = (store: AnswersStore, { section, number, items }: FormPart): string => {
  const label = section
    ? store.fill(labelIn(store.survey, section), section.key)
    : t('entities.surveyResponses.sections.questions')
  return section === items[0] ? label : `${label} (${String(number)})`
}

/** Returns the parts of the form that have a visible item. */
export const useShownParts = (): readonly FormPart[] => {
  const { survey } = useAnswersStore()
  const { parts } = formOutline(survey)
  const visibility = useAnswersTexts((store) =>
    parts.map(({ items }) => items.some(({ key }) => store.isShown(key))),
  ).join(' ')
  return useMemo(() => {
    const isShown = visibility.split(' ')
    return parts.filter((_, index) => isShown[index] === 'true')
  }, [parts, visibility])
}

/** Lists the sections or pages of the form, and marks those with problems. */
export const FormSections = ({
  hasRecord,
  onOpenPage,
}: {
  hasRecord: boolean
  onOpenPage: (key: string) => void
}) => {
  const { survey } = useAnswersStore()
  const form = Form.useFormInstance()
  const { isPaged } = formOutline(survey)
  const parts = useShownParts()
  const keys = useMemo(() => parts.map(keysIn), [parts])
  const titles = useAnswersTexts((store) => parts.map((part) => titleOf(store, part)))
  const counts = useAnswersTexts((store) => keys.map(store.countProblems))
  const page = useAnswersSelector((store) => store.page())
  if (parts.length + (hasRecord ? 1 : 0) < minSections) return null
  const sections = parts.map(({ key }, index) => ({
    key,
    label: titles[index] ?? key,
    problems: Number(counts[index]),
  }))
  return (
    <Form.Item noStyle shouldUpdate>
      {() => {
        const all = [
          ...(hasRecord
            ? [
                {
                  key: recordSection,
                  label: t('entities.surveyResponses.form.record'),
                  problems: form.getFieldsError().filter(({ errors }) => errors.length > 0).length,
                },
              ]
            : []),
          ...sections,
        ]
        return isPaged ? (
          <SectionNav sections={all} current={page ?? all[0]?.key} onJump={onOpenPage} />
        ) : (
          <ScrolledSectionNav sections={all} />
        )
      }}
    </Form.Item>
  )
}
