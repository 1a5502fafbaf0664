import type { Request } from '@baseline/contract/http.ts'
import {
  createSurveyExport,
  exportFormats,
  listExportFormats,
} from '@baseline/contract/survey-exports/contract.ts'
import type { ExportFormat } from '@baseline/contract/survey-exports/contract.ts'
import { getSurveyMaster, listSurveys } from '@baseline/contract/surveys/contract.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Checkbox, Modal, Radio, Select } from 'antd'
import { useId, useState } from 'react'

import { call } from '#platform/api.ts'
import { chosenLanguage, t } from '#platform/i18n.ts'

import { exportKey, followExport } from './export-jobs.ts'

import './exports.css'

/** As the list has it; it may name one survey, several or none. */
export type SheetFilter = Request<typeof createSurveyExport>['body']['data']['filter']

const mostSurveys = 1000

/** Of several surveys in the filter one must be chosen; where there is only one, nobody need choose. */
const useSurveys = (named: readonly string[], picked: string | undefined) => {
  const surveys = useQuery({
    queryKey: ['survey-list', 'all'],
    queryFn: ({ signal }) => call(listSurveys, { query: { limit: mostSurveys }, signal }),
  })
  const formats = useQuery({
    queryKey: ['survey-exports', 'formats'],
    queryFn: ({ signal }) => call(listExportFormats, { signal }),
    staleTime: Infinity,
  })
  const offered = surveys.data?.rows.filter(({ id }) => named.length === 0 || named.includes(id))
  const chosen = picked ?? (offered?.length === 1 ? offered[0]?.id : undefined)
  const master = useQuery({
    queryKey: ['survey-masters', chosen],
    queryFn: ({ signal }) => call(getSurveyMaster, { params: { id: chosen ?? '' }, query: {}, signal }),
    enabled: chosen !== undefined,
  })
  return {
    offered,
    surveyId: chosen,
    formats: formats.data ?? (['xlsx', 'csv'] as const),
    languages: master.data?.languages ?? [],
  }
}

/** `Português`, in its own words. */
const nameOf = (language: string): string => {
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1)
}

const sameFamily = (a: string, b: string): boolean => a.split('-')[0] === b.split('-')[0]

interface ResponseSheetDialogProps {
  filter: SheetFilter
  onClose: () => void
}

/** One survey, a format, a language, and whether personal data come along. spec §4, §7 */
export const ResponseSheetDialog = ({ filter, onClose }: ResponseSheetDialogProps) => {
  const field = useId()
  const queries = useQueryClient()
  const [picked, setPicked] = useState<string>()
  const [format, setFormat] = useState<ExportFormat>('xlsx')
  const [language, setLanguage] = useState<string>()
  const [personalData, setPersonalData] = useState(false)
  const [complains, setComplains] = useState(false)
  const { offered, surveyId, formats, languages } = useSurveys([filter.surveyId ?? []].flat(), picked)
  const used = language ?? languages.find((one) => sameFamily(one, chosenLanguage())) ?? languages[0]
  const begin = useMutation({
    mutationFn: (id: string) => {
      const asked = { ...filter, surveyId: [id] }
      const data = {
        filter: asked,
        status: 'START' as const,
        format,
        personalData,
        ...(used && { language: used }),
      }
      return call(createSurveyExport, { body: { data } })
    },
    onSuccess: (job) => {
      queries.setQueryData(exportKey(job.id), job)
      followExport(job.id)
      onClose()
    },
  })
  return (
    <Modal
      open
      title={t('entities.surveyExports.title')}
      onCancel={onClose}
      footer={[
        <Button key="cancel" onClick={onClose}>
          {t('common.cancel')}
        </Button>,
        <Button
          key="start"
          type="primary"
          loading={begin.isPending}
          onClick={() => (surveyId ? begin.mutate(surveyId) : setComplains(true))}
        >
          {t('entities.surveyExports.start')}
        </Button>,
      ]}
    >
      <div className="response-sheet-form">
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
        <div>
          <span className="response-sheet-label" id={`${field}-format`}>
            {t('entities.surveyExports.fields.format')}
          </span>
          <Radio.Group
            aria-labelledby={`${field}-format`}
            value={format}
            options={formats.map((value) => ({ value, label: t(`entities.surveyExports.formats.${value}`) }))}
            onChange={({ target }) => setFormat(exportFormats.find((one) => one === target.value) ?? 'xlsx')}
          />
        </div>
        {languages.length > 1 && (
          <div>
            <span className="response-sheet-label" id={`${field}-language`}>
              {t('entities.surveyExports.fields.language')}
            </span>
            <Radio.Group
              aria-labelledby={`${field}-language`}
              value={used}
              options={languages.map((value) => ({ value, label: nameOf(value) }))}
              onChange={({ target }) => setLanguage(String(target.value))}
            />
          </div>
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
      </div>
    </Modal>
  )
}
