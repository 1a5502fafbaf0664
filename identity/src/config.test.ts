import { describe, expect, test } from 'vitest'

import { developmentSecrets, readConfig } from '#config.ts'

const validEnvironment = {
  PUBLIC_URL: 'https://survey.example.org',
  DATABASE_URL: 'postgres://baseline_identity:x@127.0.0.1/baseline',
  IDENTITY_SECRET: 'a-secret-of-production-0123456789abcdef',
  SERVICE_TOKEN: 'a-token-of-production-0123456789abcdef',
  SMTP_URL: 'smtp://127.0.0.1:25',
}

describe('configuration', () => {
  test('has safe defaults', () => {
    expect(readConfig(validEnvironment)).toMatchObject({
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

  test.for(Object.keys(validEnvironment))('requires %s', (name) => {
    expect(() => readConfig({ ...validEnvironment, [name]: undefined })).toThrow(name)
  })

  test.for(['IDENTITY_SECRET', 'SERVICE_TOKEN'] as const)(
    'refuses the development %s in production',
    (name) => {
      const environment = { ...validEnvironment, [name]: developmentSecrets[name] }
      expect(() => readConfig(environment)).toThrow('refused in production')
      expect(() => readConfig({ ...environment, NODE_ENV: 'production' })).toThrow('refused in production')
      expect(readConfig({ ...environment, NODE_ENV: 'development' }).production).toBe(false)
    },
  )

  test.for([
    ['IDENTITY_SECRET', 'short'],
    ['SERVICE_TOKEN', 'short'],
    ['IDENTITY_PREVIOUS_SECRET', 'short'],
    ['PUBLIC_URL', 'not a url'],
    ['NODE_ENV', 'staging'],
    ['GOOGLE_DISCOVERY_URL', 'not a url'],
  ])('refuses %s=%s', ([name, value]) => {
    expect(() => readConfig({ ...validEnvironment, [String(name)]: value })).toThrow(name)
  })

  test.for([
    ['PUBLIC_URL', 'http://survey.example.org'],
    ['DATABASE_URL', 'postgres://baseline_identity:x@db.example.org/baseline'],
    ['SMTP_URL', 'smtp://mail.example.org'],
    ['GOOGLE_DISCOVERY_URL', 'http://login.example.org'],
  ])('refuses the unencrypted %s=%s in production', ([name, value]) => {
    const environment = { ...validEnvironment, [String(name)]: value }
    expect(() => readConfig(environment)).toThrow(RegExp(`for another machine[\\s\\S]*at ${String(name)}`))
    expect(readConfig({ ...environment, NODE_ENV: 'development' }).production).toBe(false)
  })

  test('requires both settings of a provider; empty variables count as missing', () => {
    expect(() => readConfig({ ...validEnvironment, TWITTER_CLIENT_ID: 'id' })).toThrow(
      'TWITTER_CLIENT_SECRET',
    )
    expect(
      readConfig({ ...validEnvironment, GOOGLE_CLIENT_ID: '', GOOGLE_CLIENT_SECRET: '' }).providers.google,
    ).toBeUndefined()
    expect(
      readConfig({ ...validEnvironment, GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' }).providers
        .google,
    ).toEqual({ clientId: 'id', clientSecret: 'secret', discoveryUrl: undefined })
  })

  test.for([
    ['10.0.0.1, 10.1.0.0/16', ['10.0.0.1', '10.1.0.0/16']],
    ['', []],
  ] as const)('reads TRUSTED_PROXIES=%s', ([value, proxies]) => {
    expect(readConfig({ ...validEnvironment, TRUSTED_PROXIES: value }).trustedProxies).toEqual(proxies)
  })

  test('does not repeat secrets in an error', () => {
    expect(() => readConfig({ ...validEnvironment, PORT: 'x' })).toThrow(/PORT/)
    try {
      readConfig({ ...validEnvironment, IDENTITY_SECRET: 'too-short-to-be-told' })
    } catch (error) {
      expect(String(error)).not.toContain('too-short-to-be-told')
    }
  })
})
