import { expect, test } from 'vitest'

import { createToken } from '../../api/src/platform/auth/device.ts'
import { findTokens } from './find-tokens.ts'

test('finds a token in a line, also between other characters of its alphabet', () => {
  const [token, other] = [createToken(), createToken()]
  const lines = [
    `GET /api/field/${token}/formList`,
    `{"path":"x${token}y"}`,
    token.slice(0, -1),
    `GET /api/field/${other}/formList`,
    'GET /api/field/TOKEN/formList',
  ]
  expect(findTokens(lines, new Set([token]))).toEqual(lines.slice(0, 2))
})
