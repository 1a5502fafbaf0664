import { useRouterState } from '@tanstack/react-router'

import { t } from '#platform/i18n.ts'

import './progress-bar.css'

/** Shows a bar instead of a spinner while a lazy page loads. spec §2 */
export const ProgressBar = () => {
  const pending = useRouterState({ select: ({ status }) => status === 'pending' })
  return pending ? <div className="progress-bar" role="progressbar" aria-label={t('common.loading')} /> : null
}
