import { Button } from 'antd'

import { t } from '#platform/i18n.ts'

/** Empty state: there are no responses yet, or none match the filters, which can then be reset. */
export const NoResponses = ({ onReset }: { onReset: (() => void) | undefined }) => (
  <div className="list-empty">
    <h2>{onReset ? t('dashboard.empty.filtered') : t('dashboard.empty.title')}</h2>
    <p>{onReset ? t('dashboard.empty.filteredHint') : t('dashboard.empty.hint')}</p>
    {onReset && <Button onClick={onReset}>{t('dashboard.showAll')}</Button>}
  </div>
)
