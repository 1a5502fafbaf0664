import { cleanup, configure, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { loadLanguage } from '#platform/i18n.ts'
import { renderPage } from '#platform/testing/render-page.tsx'
import { answerFetch, tokenOf } from '#platform/testing/scripted-fetch.ts'

import { NewUsersPage } from './new-page.tsx'

vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 8000 })
beforeAll(() => loadLanguage('en'))
afterEach(cleanup)

let requests: string[]
beforeEach(() => {
  requests = answerFetch({
    'GET /identity/token': { body: { token: tokenOf('u') } },
    'POST /api/iam': { body: [] },
  })
})

const tags = () => [...document.querySelectorAll('.email-tag')].map(({ textContent }) => textContent)

test('Ctrl-S sends the address that is still being typed', async () => {
  await renderPage(NewUsersPage)
  const user = userEvent.setup()
  await user.click(screen.getByLabelText('Emails'))
  await user.keyboard('ana@example.org{Control>}s{/Control}')
  await waitFor(() => expect(requests).toContain('POST /api/iam'))
})

test('reads the addresses from text copied from a mail program, without the names', async () => {
  await renderPage(NewUsersPage)
  const user = userEvent.setup()
  await user.click(screen.getByLabelText('Emails'))
  await user.paste('"Ana Lima" <ana@x.org>; Rui Sá <rui@x.org>')
  expect(tags()).toEqual(['ana@x.org', 'rui@x.org'])
  await user.keyboard('zoe@x.org ')
  expect(tags()).toEqual(['ana@x.org', 'rui@x.org', 'zoe@x.org'])
})
