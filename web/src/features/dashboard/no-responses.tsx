import { Button } from 'antd'

import { t } from '#platform/i18n.ts'

/** Nothing to count: because nothing came yet, or because of what was chosen, which can then be taken back. */
export const NoResponses = ({ onReset }: { onReset: (() => void) | undefined }) => (
  <div className="list-empty">
    <h2>{onReset ? t('dashboard.empty.filtered') : t('dashboard.empty.title')}</h2>
    <p>{onReset ? t('dashboard.empty.filteredHint') : t('dashboard.empty.hint')}</p>
    {onReset && <Button onClick={onReset}>{t('dashboard.showAll')}</Button>}
  </div>
)
