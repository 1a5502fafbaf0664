import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'

import { installErrorHandler } from '../error-funnel.ts'
import { ApiError, IdentityError } from '../errors.ts'
import { loadLanguage } from '../i18n.ts'
import { createQueryClient } from '../query-client.ts'
import { SaveFailure } from './save-failure.tsx'
import { useSave } from './use-save.ts'

beforeAll(() => loadLanguage('en'))
afterEach(cleanup)

const saveAndFail = async (error: Error, placeProblems?: () => boolean) => {
  const funnel = vi.fn<(error: unknown) => void>()
  installErrorHandler(funnel)
  const Sample = () => {
    const save = useSave({
      save: () => Promise.reject(error),
      onSaved: () => undefined,
      ...(placeProblems && { placeProblems }),
    })
    return (
      <>
        <SaveFailure error={save.error} />
        <button type="button" onClick={() => save.mutate(undefined)}>
          {save.status}
        </button>
      </>
    )
  }
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Sample />
    </QueryClientProvider>,
  )
  await userEvent.click(screen.getByRole('button'))
  await screen.findByText('error')
  return { funnel, alert: screen.getByRole('alert') }
}

test.for([0, 409, 429, 500, 503])(
  'spec §8 %i keeps the user on the form, with the request id',
  async (status) => {
    const { funnel, alert } = await saveAndFail(new ApiError(status, { message: 'Later', requestId: 'r-1' }))
    expect(funnel).not.toHaveBeenCalled()
    expect(alert.textContent).toContain(status === 0 ? 'cannot be reached' : 'Later')
    expect(alert.textContent).toContain('Request r-1')
  },
)

test('spec §8 an error in our code keeps the user on the form too', async () => {
  const { alert } = await saveAndFail(new TypeError('x is undefined'))
  expect(alert.textContent).toContain('Ops, an error occurred')
})

test.for([
  new ApiError(400, { message: 'No' }),
  new ApiError(401, {}),
  new ApiError(403, {}),
  new IdentityError('auth/weak-password'),
])('spec §8 passes errors with their own outcome to the handler: %s', async (error) => {
  const { funnel, alert } = await saveAndFail(error)
  expect(funnel).toHaveBeenCalledExactlyOnceWith(error)
  expect(alert.textContent).toBe('')
})

test('shows field errors only at their fields', async () => {
  const { funnel, alert } = await saveAndFail(new ApiError(400, { code: 'errors.invalid' }), () => true)
  expect(funnel).not.toHaveBeenCalled()
  expect(alert.textContent).toBe('')
})
