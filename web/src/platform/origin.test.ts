import { describe, expect, test } from 'vitest'

import { safeOrigin } from './origin.ts'

describe('keeps a path of this site', () => {
  test.for([
    '/',
    '/settings',
    '/iam/7/edit',
    '/survey-responses?page=2&status[]=submitted',
    '/survey-responses?q=https://example.org/x',
    '/iam#top',
    '/a/b//c',
    '/@home',
    '/a:b',
    '/%20',
    '/javascript:alert(1)',
    '/?from=//evil.example',
  ])('%s', (path) => {
    expect(safeOrigin(path)).toBe(path)
  })
})

const control = (code: number) => String.fromCharCode(code)

describe('refuses everything else', () => {
  test.for([
    '',
    ' ',
    'settings',
    './settings',
    '../settings',
    '?a=b',
    '#a',
    '//',
    '///',
    '//evil.example',
    '///evil.example',
    '////evil.example',
    '//evil.example/%2f..',
    '//evil.example:80/a',
    '//user@evil.example',
    '//@evil.example',
    '//[::1]/',
    '//127.0.0.1',
    '//google.com%2f@evil.example',
    '/\\evil.example',
    '/\\/evil.example',
    '/\\\\evil.example',
    '\\/evil.example',
    '\\\\evil.example',
    '\\evil.example',
    '/a\\b',
    '/.//evil.example',
    '/./\\evil.example',
    '/..//evil.example',
    '/a/..//evil.example',
    '/%2e//evil.example',
    '/%2e%2e//evil.example',
    '/%2fevil.example',
    '/%2Fevil.example',
    '/%5cevil.example',
    '/%5Cevil.example',
    'http://evil.example',
    'https://evil.example',
    'HTTPS://evil.example',
    'https:evil.example',
    'https:/evil.example',
    'https:\\\\evil.example',
    'http:///evil.example',
    'ftp://evil.example',
    'ws://evil.example',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'javascript://evil.example/%0aalert(1)',
    'data:text/html,<script>alert(1)</script>',
    'blob:https://evil.example/x',
    'vbscript:x',
    'mailto:a@evil.example',
    'tel:1',
    'about:blank',
    'view-source:https://evil.example',
    'intent://evil.example#Intent;end',
    ' /settings',
    ' //evil.example',
    '\t//evil.example',
    '\n//evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/\r/evil.example',
    '/\r\n/evil.example',
    `/${control(0)}/evil.example`,
    `${control(1)}//evil.example`,
    `/settings${control(0)}`,
    `/settings${control(0x7f)}`,
    `/settings${control(0x85)}`,
    `/${control(0x20_2e)}elpmaxe`,
    `/${control(0x20_0b)}/evil.example`,
    `/${control(0x20_28)}/evil.example`,
    `/${control(0xfe_ff)}/evil.example`,
    `/${control(0xad)}/evil.example`,
    'evil.example',
    '@evil.example',
    'localhost/settings',
    `/${'a'.repeat(2001)}`,
  ])('%j', (payload) => {
    expect(safeOrigin(payload)).toBeUndefined()
  })

  test('refuses a missing origin', () => {
    expect(safeOrigin(undefined)).toBeUndefined()
  })
})
