import { useRouter } from '@tanstack/react-router'
import type { AnchorHTMLAttributes } from 'react'

import { useLinkClick } from '../navigation.ts'

/** A link to a path with its own search part. */
export const PathLink = ({
  to,
  children,
  ...props
}: AnchorHTMLAttributes<HTMLAnchorElement> & { to: string }) => {
  const { history } = useRouter()
  return (
    <a {...props} href={history.createHref(to)} onClick={useLinkClick(to)}>
      {children}
    </a>
  )
}
