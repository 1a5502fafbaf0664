import { QueryClientProvider } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { ConfigProvider, theme } from 'antd'
import { useMemo } from 'react'

import { antdLocale } from '#platform/i18n.ts'
import { useMediaQuery } from '#platform/media-query.ts'
import { useDark } from '#platform/scheme.ts'
import { darkTokens, lightTokens, themeKey } from '#platform/theme-tokens.ts'
import { ToastHolder } from '#platform/ui/toast.tsx'

import type { AppRouter } from './router.tsx'

import './base.css'

/** Sets no theme colours: the theme's stylesheet has them. spec §3 */
export const App = ({ router, queries }: { router: AppRouter; queries: QueryClient }) => {
  const dark = useDark()
  const reducesMotion = useMediaQuery('(prefers-reduced-motion: reduce)')
  const themeConfig = useMemo(
    () => ({
      cssVar: { key: themeKey },
      hashed: false,
      algorithm: dark ? theme.darkAlgorithm : theme.defaultAlgorithm,
      token: { ...(dark ? darkTokens : lightTokens), motion: !reducesMotion },
    }),
    [dark, reducesMotion],
  )
  const locale = antdLocale()
  return (
    <ConfigProvider theme={themeConfig} {...(locale && { locale })}>
      <QueryClientProvider client={queries}>
        <ToastHolder />
        <RouterProvider router={router} />
      </QueryClientProvider>
    </ConfigProvider>
  )
}
