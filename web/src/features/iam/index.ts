import { TeamOutlined } from '@ant-design/icons'

import type { Feature } from '#platform/feature.ts'

import { validateSearch } from './list.ts'
import { paths } from './paths.ts'

export const iam: Feature = {
  menu: { path: paths.list(), label: 'iam.menu', icon: TeamOutlined, permission: 'iamRead' },
  records: { user: paths.view },
  screens: [
    {
      path: paths.list(),
      access: 'private',
      permission: 'iamRead',
      title: 'iam.title',
      validateSearch,
      load: async () => (await import('./list-page.tsx')).IamPage,
    },
    {
      path: paths.new(),
      access: 'private',
      permission: 'iamCreate',
      title: 'iam.new.title',
      load: async () => (await import('./new-page.tsx')).NewUsersPage,
    },
    {
      path: paths.import(),
      access: 'private',
      permission: 'iamImport',
      title: 'iam.importer.title',
      load: async () => (await import('./import-page.tsx')).ImportUsersPage,
    },
    {
      path: paths.view('$id'),
      access: 'private',
      permission: 'iamRead',
      title: 'iam.title',
      load: async () => (await import('./view-page.tsx')).UserViewPage,
    },
    {
      path: paths.edit('$id'),
      access: 'private',
      permission: 'iamEdit',
      title: 'iam.edit',
      load: async () => (await import('./form-page.tsx')).EditUserPage,
    },
  ],
}
