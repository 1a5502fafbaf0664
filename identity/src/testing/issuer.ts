import { OAuth2Server } from 'oauth2-mock-server'

export interface Visitor {
  sub: string
  email?: string
  email_verified?: unknown
  name?: string
}

/** Replaces claims or the signature of the ID token. */
interface Forgery {
  claims?: Record<string, unknown>
  signature?: string
}

/** Starts an OIDC server on loopback with redirects, codes, PKCE, nonces and signed tokens. */
export const openIssuer = async (port = 0) => {
  const server = new OAuth2Server()
  await server.issuer.keys.generate('RS256')
  await server.start(port, '127.0.0.1')
  let visitor: Visitor = { sub: 'nobody' }
  let refusal: string | undefined
  let forgery: Forgery = {}
  server.service.on('beforeTokenSigning', (token: { payload: Record<string, unknown> }) => {
    Object.assign(token.payload, visitor, { aud: 'survey-client' }, forgery.claims)
  })
  server.service.on('beforeResponse', ({ body }: { body: Record<string, unknown> }) => {
    if (forgery.signature !== undefined)
      body['id_token'] = String(body['id_token']).replace(/[^.]*$/, forgery.signature)
  })
  server.service.on('beforeUserinfo', (answer: { body: unknown }) => {
    answer.body = { ...visitor }
  })
  server.service.on('beforeAuthorizeRedirect', ({ url }: { url: URL }) => {
    if (!refusal) return
    url.searchParams.delete('code')
    url.searchParams.set('error', refusal)
    url.searchParams.set('error_description', 'words of the provider')
  })
  const url = server.issuer.url ?? ''
  return {
    environment: (provider: 'GOOGLE' | 'FACEBOOK' | 'TWITTER') => ({
      [`${provider}_CLIENT_ID`]: 'survey-client',
      [`${provider}_CLIENT_SECRET`]: 'survey-client-secret',
      [`${provider}_DISCOVERY_URL`]: `${url}/.well-known/openid-configuration`,
    }),
    /** Sets the user that the provider signs in from now on. */
    welcome: (next: Visitor, nextForgery: Forgery = {}): void => {
      visitor = next
      forgery = nextForgery
      refusal = undefined
    },
    refuse: (error: string): void => {
      refusal = error
    },
    stop: () => server.stop(),
  }
}
export type Issuer = Awaited<ReturnType<typeof openIssuer>>
