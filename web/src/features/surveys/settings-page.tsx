import { answerKindOf } from '@baseline/contract/surveys/answer-kind.ts'
import { getSurveyMaster } from '@baseline/contract/surveys/contract.ts'
import { maxSearchable, textIn } from '@baseline/contract/surveys/master.ts'
import type { Question, SurveyMaster } from '@baseline/contract/surveys/master.ts'
import { Settings, getSurveySettings, updateSurveySettings } from '@baseline/contract/surveys/settings.ts'
import type { SurveySettings } from '@baseline/contract/surveys/settings.ts'
import { itemsOf } from '@baseline/contract/surveys/survey-items.ts'
import { Select, Skeleton } from 'antd'
import { useMemo } from 'react'

import { call } from '#platform/api.ts'
import { DateInput } from '#platform/form/date-input.tsx'
import { formOf } from '#platform/form/form-shape.ts'
import { RecordForm } from '#platform/form/record-form.tsx'
import { SchemaField } from '#platform/form/schema-field.tsx'
import { chosenLanguage, t } from '#platform/i18n.ts'
import { useGo, useRecordId } from '#platform/navigation.ts'
import { Page } from '#platform/ui/page.tsx'
import { zoneName } from '#platform/ui/time-zone.tsx'
import { toast } from '#platform/ui/toast.tsx'
import { useRecord } from '#platform/use-record.ts'

import { paths } from './paths.ts'
import { settingsKey } from './query-keys.ts'
import { PersonalMarks } from './settings/personal-marks.tsx'
import { useRefreshSurvey } from './use-refresh.ts'

const settingsForm = formOf(
  Settings,
  {
    openFrom: 'entities.surveys.fields.openFrom',
    closeOn: 'entities.surveys.fields.closeOn',
    timeZone: 'entities.surveys.fields.timeZone',
    personal: 'entities.surveys.settings.personal',
    searchable: 'entities.surveys.settings.searchable',
  },
  'data',
)

const zoneOptions = () =>
  Intl.supportedValuesOf('timeZone').map((zone) => ({ value: zone, label: zoneName(zone) }))

interface LabelledQuestion {
  question: Question
  label: string
  isSearchable: boolean
}

const questionsOf = (master: SurveyMaster): LabelledQuestion[] =>
  [...itemsOf(master).values()].flatMap((placed) => {
    const { item } = placed
    return item.kind === 'question' && item.type !== 'note'
      ? [
          {
            question: item,
            label: textIn(item.labels, chosenLanguage(), master) ?? item.key,
            isSearchable: answerKindOf(placed) !== undefined,
          },
        ]
      : []
  })

interface SettingsFormProps {
  id: string
  settings: SurveySettings
  master: SurveyMaster
}

const SettingsForm = ({ id, settings: { version, ...values }, master }: SettingsFormProps) => {
  const go = useGo()
  const refresh = useRefreshSurvey()
  const questions = useMemo(() => questionsOf(master), [master])
  const zones = useMemo(() => zoneOptions(), [])
  return (
    <RecordForm
      shape={settingsForm}
      initialValues={values}
      version={version}
      save={(data, ifMatch) =>
        call(updateSurveySettings, {
          params: { id },
          body: { data },
          ...(ifMatch !== undefined && { ifMatch }),
        })
      }
      onSaved={() => {
        toast.success(t('entities.surveys.settings.success'))
        refresh(id)
        go(paths.view(id))
      }}
      cancelPath={paths.view(id)}
      show={{
        personal: (value) =>
          Array.isArray(value)
            ? t('entities.surveys.settings.marks', { count: value.length })
            : t('entities.surveys.settings.marks', { count: 0 }),
        searchable: (value) => (Array.isArray(value) ? value.join(', ') : ''),
      }}
    >
      <SchemaField shape={settingsForm} name="openFrom" extra={t('entities.surveys.settings.daysHint')}>
        <DateInput />
      </SchemaField>
      <SchemaField shape={settingsForm} name="closeOn">
        <DateInput />
      </SchemaField>
      <SchemaField shape={settingsForm} name="timeZone" extra={t('entities.surveys.settings.zoneHint')}>
        <Select allowClear showSearch placeholder={t('entities.surveys.installationZone')} options={zones} />
      </SchemaField>
      <SchemaField shape={settingsForm} name="personal" extra={t('entities.surveys.settings.personalHint')}>
        <PersonalMarks questions={questions} />
      </SchemaField>
      <SchemaField
        shape={settingsForm}
        name="searchable"
        extra={t('entities.surveys.settings.searchableHint', { max: maxSearchable })}
      >
        <Select
          mode="multiple"
          maxCount={maxSearchable}
          showSearch={{ optionFilterProp: 'label' }}
          options={questions
            .filter(({ isSearchable }) => isSearchable)
            .map(({ question: { key }, label }) => ({ value: key, label: `${label} (${key})` }))}
        />
      </SchemaField>
    </RecordForm>
  )
}

export const SurveySettingsPage = () => {
  const id = useRecordId()
  const settings = useRecord({
    key: settingsKey(id),
    load: (signal) =>
      Promise.all([
        call(getSurveySettings, { params: { id }, signal }),
        call(getSurveyMaster, { params: { id }, query: {}, signal }),
      ]),
    onFailure: paths.view(id),
  })
  return (
    <Page
      title={t('entities.surveys.settings.title')}
      back={{ path: paths.view(id), label: settings?.[1].label ?? t('entities.surveys.title') }}
      narrow
    >
      {settings ? (
        <SettingsForm id={id} settings={settings[0]} master={settings[1]} />
      ) : (
        <Skeleton active paragraph={{ rows: 8 }} />
      )}
    </Page>
  )
}
