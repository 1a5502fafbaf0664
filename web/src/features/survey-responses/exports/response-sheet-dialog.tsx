import type { Request } from '@baseline/contract/http.ts'
import {
  answerNotations,
  columnNamings,
  createSurveyExport,
  exportFormats,
  listExportFormats,
} from '@baseline/contract/survey-exports/contract.ts'
import { getSurveyMaster, listSurveys } from '@baseline/contract/surveys/contract.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Checkbox, Modal, Select } from 'antd'
import { useId, useRef, useState } from 'react'

import { call } from '#platform/api.ts'
import { chosenLanguage, t } from '#platform/i18n.ts'

import { ChoiceField } from './choice-field.tsx'
import { exportKey, followExport, ownExportsKey } from './export-jobs.ts'
import { lastOptions, rememberOptions } from './export-options.ts'
import type { ExportOptions } from './export-options.ts'

import './exports.css'

/** Filter of the list, with any number of surveys. */
export type SheetFilter = Request<typeof createSurveyExport>['body']['data']['filter']

const mostSurveys = 1000

/** Returns the surveys that the filter allows. If there is only one, it is selected automatically. */
const useSurveys = (named: readonly string[], picked: string | undefined) => {
  const surveys = useQuery({
    queryKey: ['survey-list', 'all'],
    queryFn: ({ signal }) => call(listSurveys, { query: { limit: mostSurveys }, signal }),
  })
  const offered = surveys.data?.rows.filter(({ id }) => named.length === 0 || named.includes(id))
  const chosen = picked ?? (offered?.length === 1 ? offered[0]?.id : undefined)
  const master = useQuery({
    queryKey: ['survey-masters', chosen],
    queryFn: ({ signal }) => call(getSurveyMaster, { params: { id: chosen ?? '' }, query: {}, signal }),
    enabled: chosen !== undefined,
  })
  return { offered, surveyId: chosen, languages: master.data?.languages ?? [] }
}

/** Returns all formats. A format that the server cannot write names the missing package. */
const useFormats = () => {
  const { data } = useQuery({
    queryKey: ['survey-exports', 'formats'],
    queryFn: ({ signal }) => call(listExportFormats, { signal }),
  })
  return exportFormats.map((value) => {
    const missing = data?.find(({ format }) => format === value)?.missingPackage
    return {
      value,
      label: t(`entities.surveyExports.formats.${value}`),
      ...(missing && { disabledBecause: t('entities.surveyExports.needsPackage', { package: missing }) }),
    }
  })
}

/** Returns the name of a language in that language, such as `Português`. */
const nameOf = (language: string): string => {
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1)
}

const sameFamily = (a: string, b: string): boolean => a.split('-')[0] === b.split('-')[0]

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
  const [picked, setPicked] = useState<string>()
  const [chosen, setChosen] = useState(lastOptions)
  const [language, setLanguage] = useState<string>()
  const [personalData, setPersonalData] = useState(false)
  const [complains, setComplains] = useState(false)
  const { offered, surveyId, languages } = useSurveys([filter.surveyId ?? []].flat(), picked)
  const formats = useFormats()
  const used = language ?? languages.find((one) => sameFamily(one, chosenLanguage())) ?? languages[0]
  const isPossible = formats.some(({ value, disabledBecause }) => value === chosen.format && !disabledBecause)
  const options: ExportOptions = isPossible ? chosen : { ...chosen, format: 'xlsx' }
  const begin = useMutation({
    mutationFn: (id: string) => {
      const data = {
        ...options,
        filter: { ...filter, surveyId: [id] },
        status: 'START' as const,
        personalData,
        ...(used && { language: used }),
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
        <Button key="start" type="primary" htmlType="submit" form={field} loading={begin.isPending}>
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
          if (!surveyId) setComplains(true)
          else if (!begin.isPending) begin.mutate(surveyId)
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
            loading={!offered}
            showSearch={{ optionFilterProp: 'label' }}
            options={(offered ?? []).map(({ id, label }) => ({ value: id, label }))}
            onChange={setPicked}
            {...(complains && !surveyId && { status: 'error', 'aria-invalid': true })}
            aria-describedby={`${field}-problem`}
          />
          <p id={`${field}-problem`} role="alert" className="field-problem">
            {complains && !surveyId && t('entities.surveyExports.errors.oneSurvey')}
          </p>
        </div>
        <ChoiceField
          label={t('entities.surveyExports.fields.format')}
          value={options.format}
          choices={formats}
          onChange={(format) => setChosen({ ...options, format })}
        />
        <NotationFields options={options} onChange={(some) => setChosen({ ...options, ...some })} />
        {used !== undefined && languages.length > 1 && (
          <ChoiceField
            label={t('entities.surveyExports.fields.language')}
            value={used}
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
