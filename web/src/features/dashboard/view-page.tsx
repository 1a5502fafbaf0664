import { displayName } from '#platform/display-name.ts'
import { t } from '#platform/i18n.ts'
import { useSignedInUser } from '#platform/session.ts'
import { Page } from '#platform/ui/page.tsx'

/** A plain welcome until the dashboard is built. */
export const DashboardPage = () => {
  const user = useSignedInUser()
  return (
    <Page title={t('dashboard.welcome', { name: displayName(user) })} intro={t('dashboard.intro')}>
      <dl className="facts">
        <dt>{t('dashboard.yourRoles')}</dt>
        {user.roles.map((role) => (
          <dd key={role}>
            <strong>{t(`roles.${role}.label`)}</strong> <span>{t(`roles.${role}.description`)}</span>
          </dd>
        ))}
      </dl>
    </Page>
  )
}
