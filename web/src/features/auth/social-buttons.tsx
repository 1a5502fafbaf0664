import { FacebookFilled, GoogleOutlined, XOutlined } from '@ant-design/icons'
import { useMutation } from '@tanstack/react-query'
import { Button, Divider } from 'antd'

import { messageOf } from '#platform/errors.ts'
import { t } from '#platform/i18n.ts'
import { identity } from '#platform/identity.ts'
import type { Provider } from '#platform/identity.ts'
import { homePath } from '#platform/navigation.ts'
import { session } from '#platform/session.ts'

import { paths } from './paths.ts'
import { useSignInOptions } from './use-sign-in-options.ts'

const providerLooks: Record<Provider, { name: string; icon: React.ReactNode }> = {
  google: { name: 'Google', icon: <GoogleOutlined /> },
  facebook: { name: 'Facebook', icon: <FacebookFilled /> },
  twitter: { name: 'X (Twitter)', icon: <XOutlined /> },
}

/** Buttons for the configured sign-in providers. Renders nothing if no provider is configured. spec §1 */
export const SocialButtons = ({ origin }: { origin: string | undefined }) => {
  const { providers } = useSignInOptions()
  const signInWith = useMutation({
    mutationFn: (provider: Provider) =>
      identity.signInWithProvider(provider, origin ?? homePath, paths.signin(origin)),
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
          icon={providerLooks[provider].icon}
          loading={signInWith.isPending && signInWith.variables === provider}
          onClick={() => signInWith.mutate(provider)}
        >
          {t('auth.continueWith', { 0: providerLooks[provider].name })}
        </Button>
      ))}
    </div>
  )
}
