import { IdcardOutlined } from '@ant-design/icons'

import type { Feature } from '#platform/feature.ts'

import { userDetailsList } from './list.ts'
import { paths } from './paths.ts'

export const userDetails: Feature = {
  menu: {
    path: paths.list(),
    label: 'entities.userDetails.menu',
    icon: IdcardOutlined,
    permission: 'userDetailsRead',
  },
  records: { userDetails: paths.view },
  screens: [
    {
      path: paths.list(),
      access: 'private',
      permission: 'userDetailsRead',
      title: 'entities.userDetails.title',
      validateSearch: userDetailsList.validateSearch,
      load: async () => (await import('./list-page.tsx')).UserDetailsListPage,
    },
    {
      path: paths.new(),
      access: 'private',
      permission: 'userDetailsCreate',
      title: 'entities.userDetails.new',
      load: async () => (await import('./form-page.tsx')).NewUserDetailsPage,
    },
    {
      path: paths.import(),
      access: 'private',
      permission: 'userDetailsImport',
      title: 'entities.userDetails.importer.title',
      load: async () => (await import('./import-page.tsx')).ImportUserDetailsPage,
    },
    {
      path: paths.view('$id'),
      access: 'private',
      permission: 'userDetailsRead',
      title: 'entities.userDetails.title',
      load: async () => (await import('./view-page.tsx')).UserDetailsViewPage,
    },
    {
      path: paths.edit('$id'),
      access: 'private',
      permission: 'userDetailsEdit',
      title: 'entities.userDetails.edit',
      load: async () => (await import('./form-page.tsx')).EditUserDetailsPage,
    },
  ],
}
