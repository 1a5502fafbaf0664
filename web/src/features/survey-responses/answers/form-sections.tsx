import type { Group, Item } from '@baseline/contract/surveys/master.ts'
import { Form } from 'antd'

import { t } from '#platform/i18n.ts'

import { labelIn } from './answer-texts.ts'
import { answerItems } from './outline.ts'
import { SectionNav, minSections } from './section-nav.tsx'
import { useAnswersSelector, useAnswersStore } from './use-answers.tsx'

export const recordSection = 'record'

const groupsIn = (items: readonly Item[]): Group[] => items.filter((item) => item.kind === 'group')

const keysIn = ({ items }: Group): ReadonlySet<string> => new Set(answerItems(items).map(({ key }) => key))

/** Lists the sections of the form, and marks sections with problems. */
export const FormSections = ({ hasRecord }: { hasRecord: boolean }) => {
  const { survey } = useAnswersStore()
  const form = Form.useFormInstance()
  const groups = groupsIn(survey.items)
  // Joined into one string, because the store compares the results of selectors by identity.
  const visibility = useAnswersSelector((store) =>
    groups.map(({ key }) => (store.isShown(key) ? '1' : '0')).join(''),
  )
  const problems = useAnswersSelector((store) =>
    groups.map((group) => store.countProblems(keysIn(group))).join(' '),
  )
  const counts = problems.split(' ').map(Number)
  const sections = groups
    .map((group, index) => ({ key: group.key, label: labelIn(survey, group), problems: counts[index] ?? 0 }))
    .filter((_, index) => visibility[index] === '1')
  if (sections.length + (hasRecord ? 1 : 0) < minSections) return null
  return (
    <Form.Item noStyle shouldUpdate>
      {() => (
        <SectionNav
          sections={[
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
          ]}
        />
      )}
    </Form.Item>
  )
}
