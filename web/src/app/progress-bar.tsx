import { useRouterState } from '@tanstack/react-router'

import { t } from '#platform/i18n.ts'

import './progress-bar.css'

/** A lazy page shows a bar and no spinner while it loads. spec §2 */
export const ProgressBar = () => {
  const pending = useRouterState({ select: ({ status }) => status === 'pending' })
  return pending ? <div className="progress-bar" role="progressbar" aria-label={t('common.loading')} /> : null
}
