import { ProfileOutlined } from '@ant-design/icons'
import { lazy } from 'react'

import type { Feature } from '#platform/feature.ts'

import { surveysList } from './list.ts'
import { paths } from './paths.ts'

export const surveys: Feature = {
  menu: {
    path: paths.list(),
    label: 'entities.surveys.menu',
    icon: ProfileOutlined,
    permission: 'surveyListRead',
  },
  records: { survey: paths.view },
  dialogs: {
    survey: lazy(async () => ({ default: (await import('./targets/targets-dialog.tsx')).TargetsDialog })),
  },
  screens: [
    {
      path: paths.list(),
      access: 'private',
      permission: 'surveyListRead',
      title: 'entities.surveys.title',
      validateSearch: surveysList.validateSearch,
      load: async () => (await import('./list-page.tsx')).SurveysListPage,
    },
    {
      path: paths.new(),
      access: 'private',
      permission: 'surveysEdit',
      title: 'entities.surveys.upload.title',
      load: async () => (await import('./upload-page.tsx')).UploadSurveyPage,
    },
    {
      path: paths.view('$id'),
      access: 'private',
      permission: 'surveyListRead',
      title: 'entities.surveys.title',
      load: async () => (await import('./view-page.tsx')).SurveyViewPage,
    },
    {
      path: paths.preview('$id'),
      access: 'private',
      permission: 'surveyListRead',
      title: 'entities.surveys.preview.title',
      load: async () => (await import('./preview-page.tsx')).SurveyPreviewPage,
    },
    {
      path: paths.settings('$id'),
      access: 'private',
      permission: 'surveysEdit',
      title: 'entities.surveys.settings.title',
      load: async () => (await import('./settings-page.tsx')).SurveySettingsPage,
    },
  ],
}
