import type { SurveyCheck } from '@baseline/contract/surveys/upload.ts'
import { Alert, Button, Checkbox } from 'antd'
import { Suspense, useState } from 'react'

import { previews } from '#platform/entities.ts'
import { t } from '#platform/i18n.ts'
import { formatNumber } from '#platform/time.ts'

import { languageNames } from '../language-names.ts'
import { ProblemsTable } from '../problems-table.tsx'
import { Differences, concernedText } from './differences.tsx'

const warningsTitle = (count: number): string =>
  count === 1
    ? t('entities.surveys.warnings.one', { count: 1 })
    : t('entities.surveys.warnings.many', { count: formatNumber(count) })

const problemsTitle = (count: number): string =>
  count === 1
    ? t('entities.surveys.problems.one', { count: 1 })
    : t('entities.surveys.problems.many', { count: formatNumber(count) })

const Warnings = ({ warnings }: Pick<SurveyCheck, 'warnings'>) =>
  warnings.length > 0 && (
    <section>
      <h2>{warningsTitle(warnings.length)}</h2>
      <p>{t('entities.surveys.warnings.hint')}</p>
      <ProblemsTable title={warningsTitle(warnings.length)} problems={warnings} />
    </section>
  )

/** Whether loading the workbook would change anything. */
const isChanged = ({ survey }: SurveyCheck): boolean =>
  !survey || survey.differences.items.length > 0 || survey.differences.survey.length > 0

interface CheckResultProps {
  result: SurveyCheck
  isLoading: boolean
  onLoad: () => void
}

const GoodResult = ({
  result,
  form,
  isLoading,
  onLoad,
}: CheckResultProps & { form: NonNullable<SurveyCheck['form']> }) => {
  const { survey, warnings } = result
  const { definition, questionCount, targets } = form
  const Preview = previews.survey
  const [isPreviewed, setPreviewed] = useState(false)
  const [isConfirmed, setConfirmed] = useState(false)
  const breaking = survey?.differences.breaking ?? null
  return (
    <>
      <section>
        <h2>
          {survey
            ? t('entities.surveys.upload.newVersion', { label: survey.label, version: survey.version + 1 })
            : t('entities.surveys.upload.newSurvey', { label: definition.label })}
        </h2>
        <p>
          {t('entities.surveys.versions.facts', {
            count: formatNumber(questionCount),
            languages: languageNames(definition.languages),
          })}
          {' · '}
          <code>{definition.formId}</code>
          {targets && ` · ${t('entities.surveys.upload.hasTargets')}`}
        </p>
      </section>
      <Warnings warnings={warnings} />
      {survey && (
        <section>
          <h2>{t('entities.surveys.differences.title')}</h2>
          {isChanged(result) ? (
            <Differences differences={survey.differences} definition={definition} />
          ) : (
            <p>{t('entities.surveys.differences.none', { version: survey.version })}</p>
          )}
        </section>
      )}
      {breaking && (
        <Alert
          type="warning"
          showIcon
          title={t('entities.surveys.upload.breaking', { responses: concernedText(breaking) })}
          description={
            <Checkbox checked={isConfirmed} onChange={({ target }) => setConfirmed(target.checked)}>
              {t('entities.surveys.upload.confirm', { responses: concernedText(breaking) })}
            </Checkbox>
          }
        />
      )}
      <div className="form-actions form-actions-sticky">
        <Button
          type="primary"
          loading={isLoading}
          disabled={!isChanged(result) || (breaking !== null && !isConfirmed)}
          onClick={onLoad}
        >
          {survey
            ? t('entities.surveys.upload.loadVersion', { version: survey.version + 1 })
            : t('entities.surveys.upload.create')}
        </Button>
        <Button aria-expanded={isPreviewed} onClick={() => setPreviewed(!isPreviewed)}>
          {isPreviewed ? t('entities.surveys.preview.hide') : t('entities.surveys.preview.action')}
        </Button>
      </div>
      {isPreviewed && Preview && (
        <section>
          <h2>{t('entities.surveys.preview.title')}</h2>
          <Suspense>
            <Preview record={definition} />
          </Suspense>
        </section>
      )}
    </>
  )
}

/** Shows the result of the check: problems to correct, or the effect of loading the workbook. */
export const CheckResult = (props: CheckResultProps) => {
  const { problems, warnings, form } = props.result
  return form ? (
    <GoodResult {...props} form={form} />
  ) : (
    <>
      <section>
        <Alert
          type="error"
          showIcon
          title={problemsTitle(problems.length)}
          description={t('entities.surveys.problems.hint')}
        />
        <ProblemsTable title={problemsTitle(problems.length)} problems={problems} />
      </section>
      <Warnings warnings={warnings} />
    </>
  )
}
