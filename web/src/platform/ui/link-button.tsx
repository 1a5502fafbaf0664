import { useRouter } from '@tanstack/react-router'
import { Button } from 'antd'
import type { ButtonProps } from 'antd'

import { useLinkClick } from '../navigation.ts'

/** A link that looks like a button, so it can be opened in a new tab. */
export const LinkButton = ({ to, ...props }: Omit<ButtonProps, 'href' | 'onClick'> & { to: string }) => {
  const { history } = useRouter()
  return <Button {...props} href={history.createHref(to)} onClick={useLinkClick(to)} />
}
