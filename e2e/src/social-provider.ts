import { createServer } from 'node:http'

import { OAuth2Server } from 'oauth2-mock-server'

/** The user who signs in at the provider next. */
export interface SocialUser {
  sub: string
  email: string
  email_verified: boolean
  name: string
}

/**
 * Starts an OAuth server on the loopback interface in place of Google, Facebook and Twitter. It has no
 * sign-in form: the tests post the next user to a second port.
 */
export const startSocialProvider = async () => {
  let user: SocialUser = { sub: 'nobody', email: 'nobody@example.org', email_verified: false, name: '' }
  const server = new OAuth2Server()
  await server.issuer.keys.generate('RS256')
  await server.start(0, '127.0.0.1')
  server.service.on('beforeTokenSigning', (token: { payload: object }) => {
    Object.assign(token.payload, user, { aud: 'baseline' })
  })
  server.service.on('beforeUserinfo', (answer: { body: object }) => {
    answer.body = { ...user }
  })
  const control = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
    request.on('end', () => {
      user = JSON.parse(body) as SocialUser
      response.end()
    })
  })
  await new Promise<void>((resolve) => control.listen(0, '127.0.0.1', resolve))
  const address = control.address()
  if (!address || typeof address === 'string') throw new Error('the control server has no port')
  const discoveryUrl = `${server.issuer.url ?? ''}/.well-known/openid-configuration`
  return {
    controlUrl: `http://127.0.0.1:${String(address.port)}`,
    environment: Object.fromEntries(
      ['GOOGLE', 'FACEBOOK', 'TWITTER'].flatMap((name) => [
        [`${name}_CLIENT_ID`, 'baseline'],
        [`${name}_CLIENT_SECRET`, 'secret'],
        [`${name}_DISCOVERY_URL`, discoveryUrl],
      ]),
    ),
    stop: async () => {
      control.close()
      await server.stop()
    },
  }
}
