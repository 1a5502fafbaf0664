import { FacebookFilled, GoogleOutlined, XOutlined } from '@ant-design/icons'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Button, Divider } from 'antd'

import { messageOf } from '#platform/errors.ts'
import { t } from '#platform/i18n.ts'
import { identity } from '#platform/identity.ts'
import type { Provider } from '#platform/identity.ts'
import { homePath } from '#platform/navigation.ts'
import { session } from '#platform/session.ts'

import { paths } from './paths.ts'

const looks: Record<Provider, { name: string; icon: React.ReactNode }> = {
  google: { name: 'Google', icon: <GoogleOutlined /> },
  facebook: { name: 'Facebook', icon: <FacebookFilled /> },
  twitter: { name: 'X (Twitter)', icon: <XOutlined /> },
}

/** Buttons for the configured sign-in providers. Renders nothing if no provider is configured. spec §1 */
export const SocialButtons = ({ from }: { from: string | undefined }) => {
  const { data: providers = [] } = useQuery({
    queryKey: ['identity', 'providers'],
    queryFn: identity.providers,
    staleTime: Number.POSITIVE_INFINITY,
    // If this request fails, users can still sign in with their password.
    meta: { handlesErrors: true },
  })
  const leave = useMutation({
    mutationFn: (provider: Provider) =>
      identity.signInWithProvider(provider, from ?? homePath, paths.signin(from)),
    onError: (error) => session.setAuthError(messageOf(error)),
    meta: { handlesErrors: true },
  })
  if (providers.length === 0) return null
  return (
    <div className="social">
      <Divider plain>{t('auth.orContinueWith')}</Divider>
      {providers.map((provider) => (
        <Button
          key={provider}
          block
          icon={looks[provider].icon}
          loading={leave.isPending && leave.variables === provider}
          onClick={() => leave.mutate(provider)}
        >
          {t('auth.continueWith', { 0: looks[provider].name })}
        </Button>
      ))}
    </div>
  )
}
