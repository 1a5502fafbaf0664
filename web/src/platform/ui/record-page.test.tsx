import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeAll, expect, test } from 'vitest'

import { loadLanguage } from '../i18n.ts'
import { session } from '../session.ts'
import { renderPage } from '../testing/render-page.tsx'
import { aUser, answerFetch, tokenOf } from '../testing/scripted-fetch.ts'
import { RecordPage } from './record-page.tsx'

beforeAll(() => loadLanguage('en'))
afterEach(cleanup)

test('sets the title of the tab to the record as soon as it is loaded', async () => {
  answerFetch({
    'GET /identity/token': { body: { token: tokenOf(aUser.id) } },
    'GET /api/auth/me': { body: aUser },
  })
  await session.load()
  await renderPage(() => {
    const [title, setTitle] = useState<string>()
    return (
      <RecordPage
        title={title}
        facts={undefined}
        entity={{ name: 'user', id: '1' }}
        back={{ path: '/iam', label: 'Users' }}
        actions={<button onClick={() => setTitle('Ana Lima')}>It comes</button>}
        menu={[]}
      />
    )
  })
  expect(document.title).toBe('Baseline Survey')
  await userEvent.setup().click(screen.getByText('It comes'))
  await waitFor(() => expect(document.title).toBe('Ana Lima · Baseline Survey'))
})
