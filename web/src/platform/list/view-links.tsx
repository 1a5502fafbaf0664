import { Link } from '@tanstack/react-router'

import { t } from '../i18n.ts'

interface ViewLinksProps {
  views: readonly { name: string; label: string }[]
  current: string | undefined
  addressOf: (view: string | undefined) => Record<string, unknown>
}

/** The router would mark all of them: they have one path. */
const exactly = { exact: true, includeSearch: true }

/** The rows and the other ways to show them; links, because each has an address of its own. */
export const ViewLinks = ({ views, current, addressOf }: ViewLinksProps) => (
  <nav className="view-links" aria-label={t('list.showAs')}>
    {[{ name: undefined, label: t('list.rows') }, ...views].map(({ name, label }) => (
      <Link
        key={label}
        to="."
        search={addressOf(name)}
        resetScroll={false}
        activeOptions={exactly}
        aria-current={name === current ? 'page' : undefined}
      >
        {label}
      </Link>
    ))}
  </nav>
)
