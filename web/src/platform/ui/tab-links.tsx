import { Link } from '@tanstack/react-router'

import './tab-links.css'

interface TabLinksProps {
  name: string
  path: string
  /** The search parameters of a tab select it; the first tab usually has none. */
  tabs: readonly { label: string; search: Record<string, string>; isCurrent: boolean }[]
}

/**
 * Requires an equal query string. By default, the router ignores additional parameters, so that the link
 * without parameters would be active on every tab.
 */
const activeOptions = { exact: true }

/**
 * Tabs that are links: each mode of a screen has its URL.
 * Sets `aria-current`, because the router sets it only without filters in the query string.
 */
export const TabLinks = ({ name, path, tabs }: TabLinksProps) => (
  <nav className="tab-links" aria-label={name}>
    {tabs.map(({ label, search, isCurrent }) => (
      <Link
        key={label}
        to={path}
        search={search}
        activeOptions={activeOptions}
        aria-current={isCurrent ? 'page' : undefined}
      >
        {label}
      </Link>
    ))}
  </nav>
)
