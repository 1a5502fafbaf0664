import { useId } from 'react'
import type { ReactNode } from 'react'

import { t } from '../i18n.ts'

interface TableFrameProps {
  title: string
  className?: string
  filter?: ReactNode
  /** Headings after the line and the status. */
  headings: ReactNode
  pager: ReactNode
  children: ReactNode
}

/** Frame of a table of rows: title, filter, headings and pager. */
export const TableFrame = ({ title, className, filter, headings, pager, children }: TableFrameProps) => {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className="import-rows">
      <div className="import-tools">
        <h2 id={titleId}>{title}</h2>
        {filter}
      </div>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable by keyboard */}
      <div className="import-scroll" role="region" aria-labelledby={titleId} tabIndex={0}>
        <table aria-labelledby={titleId} className={className}>
          <thead>
            <tr>
              <th scope="col">{t('importer.columns.line')}</th>
              <th scope="col">{t('importer.columns.state')}</th>
              {headings}
            </tr>
          </thead>
          <tbody>{children}</tbody>
        </table>
      </div>
      {pager}
    </section>
  )
}
