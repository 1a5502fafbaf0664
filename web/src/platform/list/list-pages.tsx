import { Pagination } from 'antd'

import { pageSizes } from './list-state.ts'
import type { ListState } from './list-state.ts'

interface ListPagesProps extends Pick<ListState, 'page' | 'pageSize' | 'view'> {
  count: number
  narrow: boolean
  onPageChange: (page: number, pageSize: number) => void
}

/** Pagination of the rows; other views show all rows. */
export const ListPages = ({ page, pageSize, view, count, narrow, onPageChange }: ListPagesProps) =>
  count > 0 &&
  view === undefined && (
    <Pagination
      className="list-pages"
      align="end"
      current={page}
      pageSize={pageSize}
      total={count}
      showSizeChanger
      pageSizeOptions={[...pageSizes]}
      simple={narrow}
      onChange={onPageChange}
    />
  )
