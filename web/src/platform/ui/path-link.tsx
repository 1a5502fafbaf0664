import { useRouter } from '@tanstack/react-router'
import { Button } from 'antd'
import type { ButtonProps } from 'antd'
import type { AnchorHTMLAttributes, MouseEvent } from 'react'

import { useGo } from '../navigation.ts'

/** Handles a click within the page, unless the user opens a new tab. */
const useLinkProps = (to: string) => {
  const { history } = useRouter()
  const go = useGo()
  return {
    href: history.createHref(to),
    onClick: (event: MouseEvent): void => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button !== 0) return
      event.preventDefault()
      go(to)
    },
  }
}

/** A link to a path with its own search part. */
export const PathLink = ({
  to,
  children,
  ...props
}: AnchorHTMLAttributes<HTMLAnchorElement> & { to: string }) => (
  <a {...props} {...useLinkProps(to)}>
    {children}
  </a>
)

/** A link that looks like a button, so it can be opened in a new tab. */
export const LinkButton = ({ to, ...props }: Omit<ButtonProps, 'href' | 'onClick'> & { to: string }) => (
  <Button {...props} {...useLinkProps(to)} />
)
