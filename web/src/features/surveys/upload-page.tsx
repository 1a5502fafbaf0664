import { Alert, Input } from 'antd'
import { useId } from 'react'

import { messageOf } from '#platform/errors.ts'
import { t } from '#platform/i18n.ts'
import { useGo } from '#platform/navigation.ts'
import { Page } from '#platform/ui/page.tsx'
import { toast } from '#platform/ui/toast.tsx'

import { paths } from './paths.ts'
import { CheckResult } from './upload/check-result.tsx'
import { FileField } from './upload/file-field.tsx'
import { useUpload } from './upload/use-upload.ts'
import { useRefreshSurvey } from './use-refresh.ts'

import './upload.css'

/** Lets the author say which language has which code; asked only if the workbook has a language without one. */
const LanguageCodes = ({ onApply }: { onApply: (codes: string) => void }) => {
  const [field, hint] = [useId(), useId()]
  return (
    <div className="survey-language-codes">
      <label htmlFor={field}>{t('entities.surveys.upload.codes')}</label>
      <Input.TextArea
        id={field}
        rows={2}
        placeholder="Tetun=tet"
        aria-describedby={hint}
        onBlur={({ target }) => onApply(target.value)}
      />
      <p id={hint}>{t('entities.surveys.upload.codesHint')}</p>
    </div>
  )
}

/** Checks a workbook, and loads it as a new survey or as the next version of one. */
export const UploadSurveyPage = () => {
  const go = useGo()
  const refresh = useRefreshSurvey()
  const upload = useUpload({
    onLoaded: ({ id, version, changed }) => {
      toast.success(
        changed
          ? t('entities.surveys.upload.success', { version })
          : t('entities.surveys.differences.none', { version }),
      )
      refresh(id)
      go(paths.view(id))
    },
  })
  const { files, result, isChecking, error } = upload
  const hasPrivateLanguage = result?.form?.definition.languages.some((tag) => tag.includes('-x-')) ?? false
  return (
    <Page
      title={t('entities.surveys.upload.title')}
      intro={t('entities.surveys.upload.intro')}
      back={{ path: paths.list(), label: t('entities.surveys.title') }}
    >
      <div className="survey-upload">
        <FileField
          files={files}
          isChecking={isChecking}
          onFiles={upload.add}
          onRemoveList={upload.removeList}
        />
        {(hasPrivateLanguage || files.languageCodes !== '') && (
          <LanguageCodes onApply={upload.setLanguageCodes} />
        )}
        {error && <Alert type="error" showIcon title={messageOf(error)} />}
        {result && !isChecking && (
          <CheckResult
            // A new result must be confirmed again.
            key={JSON.stringify([result.survey?.version, result.survey?.differences.breaking])}
            result={result}
            isLoading={upload.isLoading}
            onLoad={upload.load}
          />
        )}
      </div>
    </Page>
  )
}
