import { FormOutlined } from '@ant-design/icons'
import { lazy } from 'react'

import type { Feature } from '#platform/feature.ts'
import { loadWithTexts } from '#platform/i18n.ts'

import { surveyResponsesList, validateRecordSearch } from './list.ts'
import { paths } from './paths.ts'
import { readViewAddress } from './view/view-address.ts'

export const surveyResponses: Feature = {
  menu: {
    path: paths.list(),
    label: 'entities.surveyResponses.menu',
    icon: FormOutlined,
    permission: 'surveyResponsesRead',
  },
  records: { surveyResponse: paths.view },
  lists: { surveyResponse: paths.list },
  maps: {
    surveyResponse: lazy(async () => ({
      default: (await loadWithTexts(() => import('./map/responses-map.tsx'))).ResponsesMap,
    })),
  },
  previews: {
    survey: lazy(async () => ({
      default: (await import('./answers/survey-preview.tsx')).SurveyPreview,
    })),
  },
  fieldTexts: {
    surveyResponse: async (...args) => (await import('./view/history-texts.ts')).loadFieldTexts(...args),
  },
  screens: [
    {
      path: paths.list(),
      access: 'private',
      permission: 'surveyResponsesRead',
      title: 'entities.surveyResponses.title',
      validateSearch: surveyResponsesList.validateSearch,
      load: async () => (await import('./list-page.tsx')).SurveyResponsesListPage,
    },
    {
      path: paths.new(),
      access: 'private',
      permission: 'surveyResponsesCreate',
      title: 'entities.surveyResponses.new',
      load: async () => (await import('./form-page.tsx')).NewSurveyResponsePage,
    },
    {
      path: paths.import(),
      access: 'private',
      permission: 'surveyResponsesImport',
      title: 'entities.surveyResponses.importer.title',
      load: async () => (await import('./import-page.tsx')).ImportSurveyResponsesPage,
    },
    {
      path: paths.one('$id'),
      access: 'private',
      permission: 'surveyResponsesEdit',
      title: 'entities.surveyResponses.view',
      load: async () => (await import('./redirect-to-view.tsx')).RedirectToView,
    },
    {
      path: paths.view('$id'),
      access: 'private',
      permission: 'surveyResponsesEdit',
      title: 'entities.surveyResponses.view',
      validateSearch: readViewAddress,
      load: async () => (await import('./view-page.tsx')).SurveyResponseViewPage,
    },
    {
      path: paths.edit('$id'),
      access: 'private',
      permission: 'surveyResponsesEdit',
      title: 'entities.surveyResponses.edit',
      validateSearch: validateRecordSearch,
      load: async () => (await import('./form-page.tsx')).EditSurveyResponsePage,
    },
    {
      path: '/survey-responses/$id/compare',
      access: 'private',
      permission: 'surveyResponsesEdit',
      title: 'entities.surveyResponses.compare',
      validateSearch: ({ with: others, ...search }) => ({
        ...validateRecordSearch(search),
        ...(typeof others === 'string' && { with: others }),
      }),
      load: async () => (await import('./duplicates/compare-page.tsx')).ComparePage,
    },
  ],
}
