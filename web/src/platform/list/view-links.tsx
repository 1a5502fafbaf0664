import { Link } from '@tanstack/react-router'

import { t } from '../i18n.ts'

interface ViewLinksProps {
  views: readonly { name: string; label: string }[]
  current: string | undefined
  addressOf: (view: string | undefined) => Record<string, unknown>
}

/** Includes the search, because all links have the same path and would all be marked. */
const activeOptions = { exact: true, includeSearch: true }

/** Links to the rows and the other views; each has its own URL. */
export const ViewLinks = ({ views, current, addressOf }: ViewLinksProps) => (
  <nav className="view-links" aria-label={t('list.showAs')}>
    {[{ name: undefined, label: t('list.rows') }, ...views].map(({ name, label }) => (
      <Link
        key={label}
        to="."
        search={addressOf(name)}
        resetScroll={false}
        activeOptions={activeOptions}
        aria-current={name === current ? 'page' : undefined}
      >
        {label}
      </Link>
    ))}
  </nav>
)
