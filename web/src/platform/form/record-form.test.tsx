import { text } from '@baseline/contract/fields.ts'
import { cleanup, configure, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Input } from 'antd'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'

import { ApiError } from '../errors.ts'
import { loadLanguage } from '../i18n.ts'
import { session } from '../session.ts'
import { renderPage } from '../testing/render-page.tsx'
import { aUser, answerFetch, tokenOf } from '../testing/scripted-fetch.ts'
import { formOf } from './form-shape.ts'
import { RecordForm } from './record-form.tsx'
import { SchemaField } from './schema-field.tsx'

const shape = formOf(
  z.strictObject({ firstName: text({ min: 2 }), lastName: text() }),
  { firstName: 'user.fields.firstName', lastName: 'user.fields.lastName' },
  'data',
)

vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 8000 })
beforeAll(() => loadLanguage('en'))
beforeEach(async () => {
  answerFetch({
    'GET /identity/token': { body: { token: tokenOf(aUser.id) } },
    'GET /api/auth/me': { body: aUser },
    'POST /identity/sign-out': {},
  })
  await session.load()
})
afterEach(cleanup)

type Save = (data: unknown, version: number | undefined, key: string) => Promise<unknown>

const open = async (save: Save) => {
  const saved: unknown[] = []
  const page = await renderPage(() => (
    <RecordForm
      shape={shape}
      initialValues={{ firstName: 'Rui', lastName: 'Sitoe' }}
      version={3}
      save={save}
      onSaved={(record) => saved.push(record)}
      cancelPath="/people"
    >
      <SchemaField shape={shape} name="firstName">
        <Input />
      </SchemaField>
      <SchemaField shape={shape} name="lastName">
        <Input />
      </SchemaField>
    </RecordForm>
  ))
  return { ...page, saved, user: userEvent.setup() }
}

const firstName = () => screen.getByLabelText<HTMLInputElement>('First name')
const lastName = () => screen.getByLabelText<HTMLInputElement>('Last name')
const retype = async (user: ReturnType<typeof userEvent.setup>, field: HTMLElement, words: string) => {
  await user.clear(field)
  await user.type(field, words)
}

const saveDetails = { savedBy: 'ana@example.org', savedAt: '2026-11-14T09:30:00.000Z' }

/** Saves like a server that has a newer version: returns 409 unless the version matches. */
const guarded = (current: { version: number; firstName: string; lastName: string }) =>
  vi.fn<Save>((data, version) =>
    version === current.version
      ? Promise.resolve(data)
      : Promise.reject(new ApiError(409, { code: 'errors.conflict', details: { current, ...saveDetails } })),
  )

test('Ctrl-S saves with the version that the form was loaded from', async () => {
  const save = vi.fn<Save>((data) => Promise.resolve(data))
  const { user, saved } = await open(save)
  await retype(user, firstName(), 'Ruizinho')
  await user.keyboard('{Control>}s{/Control}')
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(save).toHaveBeenCalledExactlyOnceWith(
    { firstName: 'Ruizinho', lastName: 'Sitoe' },
    3,
    expect.any(String),
  )
})

test('a conflict shows both versions by field, and saves the choices on top of the newer one', async () => {
  const save = guarded({ version: 4, firstName: 'Rui M.', lastName: 'Costa' })
  const { user, saved } = await open(save)
  await retype(user, firstName(), 'Ruizinho')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  const dialog = (await screen.findByText('Someone else changed this record')).closest<HTMLElement>(
    '[role=dialog]',
  )!
  const choice = (name: string) => within(dialog).getByLabelText<HTMLInputElement>(name)
  expect(dialog.textContent).toContain('Saved by ana@example.org on 2026-11-14 09:30.')
  // This user changed the first name, the other user both.
  expect(choice('Ruizinho').checked).toBe(true)
  expect(choice('Costa').checked).toBe(true)
  await user.click(choice('Sitoe'))
  await user.click(within(dialog).getByText('Save selection'))
  await waitFor(() => expect(saved).toEqual([{ firstName: 'Ruizinho', lastName: 'Sitoe' }]))
  expect(save).toHaveBeenLastCalledWith({ firstName: 'Ruizinho', lastName: 'Sitoe' }, 4, expect.any(String))
})

test('taking the other version loads it into the form, and the next save is based on it', async () => {
  const save = guarded({ version: 4, firstName: 'Rui M.', lastName: 'Costa' })
  const { user, saved } = await open(save)
  await retype(user, firstName(), 'Ruizinho')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await user.click(await screen.findByText('Use theirs'))
  await waitFor(() => expect(firstName().value).toBe('Rui M.'))
  expect(lastName().value).toBe('Costa')
  expect(saved).toEqual([])
  await retype(user, lastName(), 'Lima')
  await user.keyboard('{Control>}s{/Control}')
  await waitFor(() => expect(saved).toEqual([{ firstName: 'Rui M.', lastName: 'Lima' }]))
  expect(save).toHaveBeenLastCalledWith({ firstName: 'Rui M.', lastName: 'Lima' }, 4, expect.any(String))
})

test('a double click saves once, and the form is disabled while saving', async () => {
  let finish: (saved: unknown) => void = () => undefined
  const save = vi.fn<Save>(() => new Promise((resolve) => (finish = resolve)))
  const { user, saved } = await open(save)
  await retype(user, firstName(), 'Ruizinho')
  await user.dblClick(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(firstName().disabled).toBe(true))
  expect(save).toHaveBeenCalledOnce()
  finish({})
  await waitFor(() => expect(saved).toHaveLength(1))
})

test('after a lost response, the same values are sent with the same key, and others with a new one', async () => {
  const save = vi.fn<Save>(() => Promise.reject(new ApiError(0, {})))
  const { user } = await open(save)
  const saveAgain = async (times: number) => {
    await user.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(save).toHaveBeenCalledTimes(times))
    await waitFor(() => expect(firstName().disabled).toBe(false))
  }
  await retype(user, firstName(), 'Ruizinho')
  await saveAgain(1)
  await saveAgain(2)
  await retype(user, firstName(), 'Rui M.')
  await saveAgain(3)
  const [first, second, third] = save.mock.calls.map(([, , key]) => key)
  expect(second).toBe(first)
  expect(third).not.toBe(first)
})

test('does not ask if both users wrote the same', async () => {
  const save = guarded({ version: 4, firstName: 'Ruizinho', lastName: 'Sitoe' })
  const { user, saved } = await open(save)
  await retype(user, firstName(), 'Ruizinho')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('asks before leaving unsaved changes', async () => {
  const { user, address } = await open(() => Promise.resolve({}))
  await retype(user, firstName(), 'Ruizinho')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await user.click(await screen.findByText('Stay'))
  expect(address()).toBe('/')
  expect(firstName().value).toBe('Ruizinho')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await user.click(await screen.findByRole('button', { name: 'Leave without saving' }))
  await waitFor(() => expect(address()).toBe('/people'))
})

test('does not ask for an unchanged form, or after a sign-out', async () => {
  const { user, address } = await open(() => Promise.resolve({}))
  await retype(user, firstName(), 'Ruizinho')
  await retype(user, firstName(), 'Rui')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(address()).toBe('/people'))
  cleanup()

  const second = await open(() => Promise.resolve({}))
  await retype(second.user, firstName(), 'Ruizinho')
  await session.signOut()
  await second.user.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(second.address()).toBe('/people'))
})
