import { QuestionCircleOutlined } from '@ant-design/icons'

import type { Feature } from '#platform/feature.ts'

import { paths } from './paths.ts'

/** Without `validateSearch`, so that the definition of the list is loaded with its page. The page ignores invalid values. */
export const answerQueries: Feature = {
  menu: {
    path: paths.list(),
    label: 'entities.answerQueries.menu',
    icon: QuestionCircleOutlined,
    permission: 'surveyResponsesRead',
  },
  screens: [
    {
      path: paths.list(),
      access: 'private',
      permission: 'surveyResponsesRead',
      title: 'entities.answerQueries.title',
      load: async () => (await import('./list-page.tsx')).QueriesListPage,
    },
  ],
}
