import { AuditOutlined } from '@ant-design/icons'

import type { Feature } from '#platform/feature.ts'

import { deskPaths } from './paths.ts'

/** Without `validateSearch`, so that the definition of the list is loaded with its page. The page ignores invalid values. */
export const reviewDesk: Feature = {
  menu: {
    path: deskPaths.queue(),
    label: 'entities.review.menu',
    icon: AuditOutlined,
    permission: 'surveyResponsesReview',
  },
  screens: [
    {
      path: deskPaths.queue(),
      access: 'private',
      permission: 'surveyResponsesReview',
      title: 'entities.review.title',
      load: async () => (await import('./list-page.tsx')).QueuePage,
    },
    {
      path: deskPaths.figures(),
      access: 'private',
      permission: 'surveyResponsesReview',
      title: 'entities.review.figures.title',
      load: async () => (await import('./figures-page.tsx')).FiguresPage,
    },
  ],
}
