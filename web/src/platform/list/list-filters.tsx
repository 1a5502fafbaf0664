import { Button } from 'antd'
import { Suspense, lazy } from 'react'

import { t } from '../i18n.ts'
import { FilterBar, ListSearch } from './filter-bar.tsx'
import type { FilterBarProps } from './filter-bar.tsx'
import type { FilterDrawerProps } from './filter-drawer.tsx'

/** Used on phones only. */
const FilterDrawer = lazy(async () => ({ default: (await import('./filter-drawer.tsx')).FilterDrawer }))

/** Shows chips, or on a phone the search field and a drawer. */
export const ListFilters = ({ narrow, ...props }: FilterBarProps & FilterDrawerProps & { narrow: boolean }) =>
  narrow ? (
    <div role="search" className="filter-bar">
      <ListSearch {...props} />
      <Suspense fallback={<Button disabled>{t('list.filters')}</Button>}>
        <FilterDrawer {...props} />
      </Suspense>
    </div>
  ) : (
    <FilterBar {...props} />
  )
