import { textIn } from '@baseline/contract/surveys/master.ts'
import type { SurveyDefinition } from '@baseline/contract/surveys/master.ts'
import type { Concerned, SurveyDifference, SurveyDifferences } from '@baseline/contract/surveys/upload.ts'
import { useState } from 'react'

import { chosenLanguage, t } from '#platform/i18n.ts'
import { Pager, pageSize } from '#platform/importer/pager.tsx'
import { formatNumber } from '#platform/time.ts'

import '../survey-table.css'

/** Returns `1,204 responses` or `at least 10,000 responses`. */
export const concernedText = ({ count, isMinimum }: Concerned): string => {
  const params = { count: formatNumber(count) }
  if (isMinimum) return t('entities.surveys.differences.atLeast', params)
  return count === 1
    ? t('entities.surveys.differences.oneResponse')
    : t('entities.surveys.differences.responses', params)
}

/** Whether there are, or may be, answers that do not fit. */
const isConcerning = (responses: Concerned | null): boolean =>
  responses !== null && (responses.count > 0 || responses.isMinimum)

/** Breaking changes first; otherwise in the order of the questionnaire. */
const sorted = (items: readonly SurveyDifference[]): SurveyDifference[] => [
  ...items.filter(({ breaking }) => breaking !== null),
  ...items.filter(({ breaking }) => breaking === null),
]

const valuesText = ({ values, count }: { values: readonly string[]; count: number }): string =>
  count > values.length ? `${values.join(', ')} … (${formatNumber(count)})` : values.join(', ')

const partTexts = ({ parts, type, choices }: SurveyDifference): string[] =>
  parts.flatMap((part) => {
    if (part === 'type' && type)
      return [
        t('entities.surveys.differences.type', {
          before: t(`entities.surveys.types.${type.before}`),
          after: t(`entities.surveys.types.${type.after}`),
        }),
      ]
    if (part === 'choices' && choices)
      return (['removed', 'added', 'changed'] as const).flatMap((kind) =>
        choices[kind].count === 0
          ? []
          : [t(`entities.surveys.differences.choices.${kind}`, { values: valuesText(choices[kind]) })],
      )
    return [t(`entities.surveys.differences.parts.${part}`)]
  })

interface DifferencesProps {
  differences: SurveyDifferences
  definition: SurveyDefinition
}

const surveyTexts = ({ survey }: SurveyDifferences): string[] =>
  survey.map(({ field, before, after }) =>
    t('entities.surveys.differences.field', {
      field: t(`entities.surveys.differences.fields.${field}`),
      before: before ?? '—',
      after: after ?? '—',
    }),
  )

/** Lists what a new version changes, and how many responses have answers that no longer fit. */
export const Differences = ({ differences, definition }: DifferencesProps) => {
  const [start, setStart] = useState(0)
  const items = sorted(differences.items)
  return (
    <>
      {surveyTexts(differences).map((text) => (
        <p key={text}>{text}</p>
      ))}
      {items.length > 0 && (
        <div className="survey-scroll">
          <table
            className="survey-table survey-differences"
            aria-label={t('entities.surveys.differences.title')}
          >
            <thead>
              <tr>
                <th scope="col">{t('entities.surveys.differences.change')}</th>
                <th scope="col">{t('entities.surveys.differences.item')}</th>
                <th scope="col">{t('entities.surveys.differences.what')}</th>
                <th scope="col">{t('entities.surveys.differences.concerned')}</th>
              </tr>
            </thead>
            <tbody>
              {items.slice(start, start + pageSize).map((item) => (
                <tr key={`${item.change} ${item.key}`} data-breaking={item.breaking !== null}>
                  <td>{t(`entities.surveys.differences.changes.${item.change}`)}</td>
                  <td>
                    {textIn(item.labels, chosenLanguage(), definition) ?? item.key}
                    <div>
                      <code>{item.key}</code>
                    </div>
                  </td>
                  <td>
                    {partTexts(item).map((text) => (
                      <div key={text}>{text}</div>
                    ))}
                    {item.breaking !== null && (
                      <div className={isConcerning(item.responses) ? 'survey-breaking' : undefined}>
                        {t(`entities.surveys.differences.breaking.${item.breaking}`)}
                      </div>
                    )}
                  </td>
                  <td>{item.responses && concernedText(item.responses)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <Pager start={start} total={items.length} onStart={setStart} />
    </>
  )
}
