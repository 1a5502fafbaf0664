import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { exportJWK, generateKeyPair, SignJWT } from 'jose'

export const issuer = 'http://issuer.example'
export const audience = 'baseline-api'

export interface Claims {
  sub: string
  email: string
  email_verified: boolean
  auth_time?: number
  second_factor?: boolean
}

/** Starts a real key server on loopback, so that tests can sign valid and invalid tokens. */
export const startTokenIssuer = async () => {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  const jwk = { ...(await exportJWK(publicKey)), kid: 'test', alg: 'RS256', use: 'sig' }
  const server = createServer((request, response) => {
    if (request.url !== '/identity/jwks') response.statusCode = 404
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: [jwk] }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${String(port)}`,
    publicKey,
    privateKey,
    token: (claims: Claims): Promise<string> =>
      new SignJWT({ ...claims })
        .setProtectedHeader({ alg: 'RS256', kid: 'test' })
        .setIssuer(issuer)
        .setAudience(audience)
        .setIssuedAt()
        .setExpirationTime('5m')
        .sign(privateKey),
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
