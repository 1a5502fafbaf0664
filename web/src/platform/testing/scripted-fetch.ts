import type { CurrentUser } from '@baseline/contract/auth/contract.ts'
import { vi } from 'vitest'

interface Answer {
  status?: number
  body?: unknown
}

/**
 * Stubs fetch with answers by `METHOD path`, with or without the query; anything else returns 404. Returns
 * the requests.
 */
export const answerFetch = (
  answers: Record<string, Answer | ((requestBody: unknown) => Answer | Promise<Answer>)>,
): string[] => {
  const requests: string[] = []
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body: requestBody }: RequestInit = {}) => {
    const name = `${method} ${url}`
    requests.push(name)
    const answer = answers[name] ?? answers[name.replace(/\?.*/, '')]
    const { status = 200, body = {} } =
      typeof answer === 'function'
        ? await answer(typeof requestBody === 'string' ? JSON.parse(requestBody) : undefined)
        : (answer ?? { status: 404 })
    return Response.json(body, { status })
  })
  return requests
}

/** Returns a token of the identity service, as far as a browser reads it. */
export const tokenOf = (sub: string): string =>
  `head.${btoa(JSON.stringify({ sub, iat: 0, exp: 300 }))}.signature`

export const aUser: CurrentUser = {
  id: 'u-1',
  email: 'ana@example.org',
  fullName: 'Ana Lima',
  firstName: 'Ana',
  lastName: 'Lima',
  phoneNumber: null,
  roles: ['manager'],
  avatars: [],
  emailVerified: true,
  secondFactor: { isSet: false, dueAt: null },
  access: [],
  version: 1,
}
