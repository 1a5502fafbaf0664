import { useRouter } from '@tanstack/react-router'
import { Button } from 'antd'
import type { ButtonProps } from 'antd'

import { useGo } from '../navigation.ts'

/** Looks like a button and is a link: it can be opened in a new tab. */
export const LinkButton = ({ to, ...props }: Omit<ButtonProps, 'href' | 'onClick'> & { to: string }) => {
  const go = useGo()
  const { history } = useRouter()
  return (
    <Button
      {...props}
      href={history.createHref(to)}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button !== 0) return
        event.preventDefault()
        go(to)
      }}
    />
  )
}
