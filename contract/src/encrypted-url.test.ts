import { expect, test } from 'vitest'

import { missingEncryption } from './encrypted-url.ts'

test.for([
  ['web', 'https://survey.example.org'],
  ['web', 'http://127.0.0.1:4001'],
  ['web', 'http://localhost:4001'],
  ['web', 'http://[::1]:4001'],
  ['database', 'postgres://app:x@127.0.0.1/baseline'],
  ['database', 'postgres:///baseline?host=/run/postgresql'],
  ['database', 'postgres://app:x@%2Frun%2Fpostgresql/baseline'],
  ['database', 'socket:/run/postgresql?db=baseline'],
  ['database', 'postgres://app:x@db.example.org/baseline?sslmode=verify-full'],
  ['database', 'postgres://app:x@db/baseline?sslmode=verify-full&sslrootcert=/etc/baseline/ca.pem'],
  ['mail', 'smtp://127.0.0.1:25'],
  ['mail', 'smtps://user:x@mail.example.org'],
  ['mail', 'smtp://user:x@mail.example.org:587?requireTLS=true'],
] as const)('accepts an encrypted or local connection: %s %s', ([connection, url]) => {
  expect(missingEncryption(connection, url)).toBeUndefined()
})

test.for([
  ['web', 'http://survey.example.org', 'https'],
  ['web', 'http://127.0.0.1.example.org', 'https'],
  ['web', 'http://10.0.0.1:4001', 'https'],
  ['database', 'postgres://app:x@db.example.org/baseline', 'verify-full'],
  ['database', 'postgres://app:x@db.example.org/baseline?sslmode=disable', 'verify-full'],
  ['database', 'postgres://app:x@db.example.org/baseline?sslmode=no-verify', 'verify-full'],
  ['database', 'postgres://app:x@db.example.org/baseline?sslmode=require', 'verify-full'],
  ['database', 'postgres://app:x@db/baseline?sslmode=verify-full&sslmode=disable', 'verify-full'],
  ['database', 'postgres://app:x@127.0.0.1/baseline?host=db.example.org', 'verify-full'],
  ['mail', 'smtp://mail.example.org', 'smtps'],
  ['mail', 'smtp://mail.example.org?host=localhost', 'smtps'],
  ['mail', 'smtps://mail.example.org?tls.rejectUnauthorized=false', 'smtps'],
  ['mail', 'smtp://mail.example.org?requireTLS=true&tls.rejectUnauthorized=false', 'smtps'],
] as const)('names the setting of a connection that others could read: %s %s', ([connection, url, word]) => {
  expect(missingEncryption(connection, url)).toContain(word)
})
