import { describe, expect, test } from 'vitest'

import { developmentSecrets, readConfig } from '#config.ts'

const good = {
  PUBLIC_URL: 'https://survey.example.org',
  DATABASE_URL: 'postgres://baseline_identity:x@127.0.0.1/baseline',
  IDENTITY_SECRET: 'a-secret-of-production-0123456789abcdef',
  SERVICE_TOKEN: 'a-token-of-production-0123456789abcdef',
  SMTP_URL: 'smtp://127.0.0.1:25',
}

describe('configuration', () => {
  test('has safe defaults', () => {
    expect(readConfig(good)).toMatchObject({
      production: true,
      host: '127.0.0.1',
      port: 4001,
      publicOrigin: 'https://survey.example.org',
      tokenIssuer: 'https://survey.example.org',
      tokenAudience: 'baseline-api',
      trustedProxies: ['127.0.0.1'],
      rateLimitScale: 1,
      providers: { google: undefined, facebook: undefined, twitter: undefined },
    })
  })

  test.for(Object.keys(good))('needs %s', (name) => {
    expect(() => readConfig({ ...good, [name]: undefined })).toThrow(name)
  })

  test.for(['IDENTITY_SECRET', 'SERVICE_TOKEN'] as const)('production refuses the development %s', (name) => {
    const environment = { ...good, [name]: developmentSecrets[name] }
    expect(() => readConfig(environment)).toThrow('refused in production')
    expect(() => readConfig({ ...environment, NODE_ENV: 'production' })).toThrow('refused in production')
    expect(readConfig({ ...environment, NODE_ENV: 'development' }).production).toBe(false)
  })

  test.for([
    ['IDENTITY_SECRET', 'short'],
    ['SERVICE_TOKEN', 'short'],
    ['IDENTITY_PREVIOUS_SECRET', 'short'],
    ['PUBLIC_URL', 'not a url'],
    ['NODE_ENV', 'staging'],
    ['GOOGLE_DISCOVERY_URL', 'not a url'],
  ])('%s=%s is refused', ([name, value]) => {
    expect(() => readConfig({ ...good, [String(name)]: value })).toThrow(name)
  })

  test('a provider needs both halves; empty variables count as missing', () => {
    expect(() => readConfig({ ...good, TWITTER_CLIENT_ID: 'id' })).toThrow('TWITTER_CLIENT_SECRET')
    expect(
      readConfig({ ...good, GOOGLE_CLIENT_ID: '', GOOGLE_CLIENT_SECRET: '' }).providers.google,
    ).toBeUndefined()
    expect(
      readConfig({ ...good, GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' }).providers.google,
    ).toEqual({ clientId: 'id', clientSecret: 'secret', discoveryUrl: undefined })
  })

  test.for([
    ['10.0.0.1, 10.1.0.0/16', ['10.0.0.1', '10.1.0.0/16']],
    ['', []],
  ] as const)('TRUSTED_PROXIES=%s', ([value, proxies]) => {
    expect(readConfig({ ...good, TRUSTED_PROXIES: value }).trustedProxies).toEqual(proxies)
  })

  test('a refusal does not repeat the secrets', () => {
    expect(() => readConfig({ ...good, PORT: 'x' })).toThrow(/PORT/)
    try {
      readConfig({ ...good, IDENTITY_SECRET: 'too-short-to-be-told' })
    } catch (error) {
      expect(String(error)).not.toContain('too-short-to-be-told')
    }
  })
})
