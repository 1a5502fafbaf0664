import type { CallInput } from '@baseline/contract/http.ts'
import {
  answerNotations,
  columnNamings,
  createSurveyExport,
  exportFormats,
  listExportFormats,
} from '@baseline/contract/survey-responses/exports/contract.ts'
import { getSurveyMaster, listSurveys } from '@baseline/contract/surveys/contract.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Checkbox, Modal, Select } from 'antd'
import { useEffect, useId, useRef, useState } from 'react'

import { call } from '#platform/api.ts'
import { chosenLanguage, t } from '#platform/i18n.ts'

import { ChoiceField } from './choice-field.tsx'
import { exportKey, followExport, ownExportsKey } from './export-jobs.ts'
import { lastOptions, rememberOptions } from './export-options.ts'
import type { ExportOptions } from './export-options.ts'

import './exports.css'

/** Filter of the list, with any number of surveys. */
export type SheetFilter = CallInput<typeof createSurveyExport>['body']['data']['filter']

const maxSurveys = 1000

/** Returns the surveys that the filter allows. If there is only one, it is selected automatically. */
const useSurveys = (filteredIds: readonly string[], pickedId: string | undefined) => {
  const surveys = useQuery({
    queryKey: ['survey-list', 'all'],
    queryFn: ({ signal }) => call(listSurveys, { query: { limit: maxSurveys }, signal }),
  })
  const allowedSurveys = surveys.data?.rows.filter(
    ({ id }) => filteredIds.length === 0 || filteredIds.includes(id),
  )
  const surveyId = pickedId ?? (allowedSurveys?.length === 1 ? allowedSurveys[0]?.id : undefined)
  const master = useQuery({
    queryKey: ['survey-masters', surveyId],
    queryFn: ({ signal }) => call(getSurveyMaster, { params: { id: surveyId ?? '' }, query: {}, signal }),
    enabled: surveyId !== undefined,
  })
  const isLoading = surveys.isPending || (surveyId !== undefined && master.isPending)
  return { allowedSurveys, surveyId, languages: master.data?.languages ?? [], isLoading }
}

/** Returns all formats. A format that the server cannot write names the missing package. */
const useFormats = () => {
  const { data } = useQuery({
    queryKey: ['survey-exports', 'formats'],
    queryFn: ({ signal }) => call(listExportFormats, { signal }),
  })
  return exportFormats.map((value) => {
    const missingPackage = data?.find(({ format }) => format === value)?.missingPackage
    return {
      value,
      label: t(`entities.surveyExports.formats.${value}`),
      ...(missingPackage && {
        disabledBecause: t('entities.surveyExports.needsPackage', { package: missingPackage }),
      }),
    }
  })
}

/** Returns the name of a language in that language, such as `Português`. */
const nameOf = (language: string): string => {
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1)
}

const isSameLanguage = (a: string, b: string): boolean => a.split('-')[0] === b.split('-')[0]

const isForSpreadsheets = (format: ExportOptions['format']): boolean => format === 'xlsx' || format === 'csv'

interface NotationFieldsProps {
  options: ExportOptions
  onChange: (options: Partial<ExportOptions>) => void
}

/** Choices for column names and answers. Only spreadsheet formats have them. */
const NotationFields = ({ options, onChange }: NotationFieldsProps) =>
  isForSpreadsheets(options.format) ? (
    <div className="response-sheet-notation">
      <ChoiceField
        label={t('entities.surveyExports.fields.columnNames')}
        value={options.columnNames}
        choices={columnNamings.map((value) => ({
          value,
          label: t(`entities.surveyExports.columnNames.${value}`),
        }))}
        onChange={(columnNames) => onChange({ columnNames })}
      />
      <ChoiceField
        label={t('entities.surveyExports.fields.answers')}
        value={options.answers}
        choices={answerNotations.map((value) => ({
          value,
          label: t(`entities.surveyExports.answers.${value}`),
        }))}
        onChange={(answers) => onChange({ answers })}
      />
    </div>
  ) : (
    <p className="response-sheet-note">{t('entities.surveyExports.statistics')}</p>
  )

interface ResponseSheetDialogProps {
  filter: SheetFilter
  onClose: () => void
}

/** Asks for the survey, the format and the contents of the file. Enter starts the export. spec §4, §7 */
export const ResponseSheetDialog = ({ filter, onClose }: ResponseSheetDialogProps) => {
  const field = useId()
  const form = useRef<HTMLFormElement>(null)
  const queries = useQueryClient()
  const [pickedId, setPickedId] = useState<string>()
  const [chosenOptions, setChosenOptions] = useState(lastOptions)
  const [language, setLanguage] = useState<string>()
  const [personalData, setPersonalData] = useState(false)
  const [isSubmitted, setIsSubmitted] = useState(false)
  const startsLater = useRef(false)
  const { allowedSurveys, surveyId, languages, isLoading } = useSurveys(
    [filter.surveyId ?? []].flat(),
    pickedId,
  )
  const formats = useFormats()
  const exportLanguage =
    language ?? languages.find((one) => isSameLanguage(one, chosenLanguage())) ?? languages[0]
  const isPossible = formats.some(
    ({ value, disabledBecause }) => value === chosenOptions.format && !disabledBecause,
  )
  const options: ExportOptions = isPossible ? chosenOptions : { ...chosenOptions, format: 'xlsx' }
  const startExport = useMutation({
    mutationFn: (id: string) => {
      const data = {
        ...options,
        filter: { ...filter, surveyId: [id] },
        status: 'START' as const,
        personalData,
        ...(exportLanguage && { language: exportLanguage }),
      }
      return call(createSurveyExport, { body: { data } })
    },
    onSuccess: (job) => {
      rememberOptions(options)
      queries.setQueryData(exportKey(job.id), job)
      void queries.invalidateQueries({ queryKey: ownExportsKey })
      followExport(job.id)
      onClose()
    },
  })
  const submit = () => {
    setIsSubmitted(true)
    startsLater.current = isLoading
    if (!isLoading && surveyId && !startExport.isPending) startExport.mutate(surveyId)
  }
  // The only survey and the language are selected once they have loaded: an earlier Enter starts the export then.
  useEffect(() => {
    if (!startsLater.current || isLoading) return
    startsLater.current = false
    if (surveyId) startExport.mutate(surveyId)
  })
  const showsProblem = isSubmitted && allowedSurveys !== undefined && !surveyId
  return (
    <Modal
      open
      title={t('entities.surveyExports.title')}
      onCancel={onClose}
      // Focuses the format, which most users choose first. Enter starts the export from there.
      afterOpenChange={(open) => {
        if (open) form.current?.querySelector<HTMLElement>('input[type=radio]:checked')?.focus()
      }}
      footer={[
        <Button key="cancel" onClick={onClose}>
          {t('common.cancel')}
        </Button>,
        <Button
          key="start"
          type="primary"
          htmlType="submit"
          form={field}
          loading={startExport.isPending || (isSubmitted && isLoading)}
        >
          {t('entities.surveyExports.start')}
        </Button>,
      ]}
    >
      <form
        ref={form}
        id={field}
        className="response-sheet-form"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <p>{t('entities.surveyExports.intro')}</p>
        <div>
          <label className="response-sheet-label" htmlFor={`${field}-survey`}>
            {t('entities.surveyExports.fields.surveyId')}
          </label>
          <Select
            id={`${field}-survey`}
            value={surveyId}
            loading={!allowedSurveys}
            showSearch={{ optionFilterProp: 'label' }}
            options={(allowedSurveys ?? []).map(({ id, label }) => ({ value: id, label }))}
            onChange={setPickedId}
            {...(showsProblem && { status: 'error', 'aria-invalid': true })}
            aria-describedby={`${field}-problem`}
          />
          <p id={`${field}-problem`} role="alert" className="field-problem">
            {showsProblem && t('entities.surveyExports.errors.oneSurvey')}
          </p>
        </div>
        <ChoiceField
          label={t('entities.surveyExports.fields.format')}
          value={options.format}
          choices={formats}
          onChange={(format) => setChosenOptions({ ...options, format })}
        />
        <NotationFields
          options={options}
          onChange={(changes) => setChosenOptions({ ...options, ...changes })}
        />
        {exportLanguage !== undefined && languages.length > 1 && (
          <ChoiceField
            label={t('entities.surveyExports.fields.language')}
            value={exportLanguage}
            choices={languages.map((value) => ({ value, label: nameOf(value) }))}
            onChange={setLanguage}
          />
        )}
        <div>
          <Checkbox
            checked={personalData}
            aria-describedby={`${field}-personal`}
            onChange={({ target }) => setPersonalData(target.checked)}
          >
            {t('entities.surveyExports.personal')}
          </Checkbox>
          <p id={`${field}-personal`} className="response-sheet-hint">
            {t('entities.surveyExports.personalHint')}
          </p>
        </div>
      </form>
    </Modal>
  )
}
