import { Avatar } from '@baseline/contract/storage/contract.ts'
import { cleanup, configure, fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'

import { loadLanguage } from '../i18n.ts'
import { session } from '../session.ts'
import { renderPage } from '../testing/render-page.tsx'
import { aUser, answerFetch, tokenOf } from '../testing/scripted-fetch.ts'
import { startServer } from '../testing/scripted-server.ts'
import type { Reply } from '../testing/scripted-server.ts'
import { formOf } from './form-shape.ts'
import { ImageField } from './image-field.tsx'
import { formAvatars } from './image-value.ts'
import type { FormImage } from './image-value.ts'
import { RecordForm } from './record-form.tsx'
import { SchemaField } from './schema-field.tsx'

vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 8000 })

const storedImage: FormImage = {
  id: '019a0000-0000-7000-8000-000000000001',
  name: 'old.png',
  publicUrl: 'http://localhost/old.png',
}
const storedId = (count: number) => `019a0000-0000-7000-8000-00000000010${String(count)}`
const storedReply = (count: number): Reply => ({
  status: 200,
  body: { id: storedId(count), name: `stored-${String(count)}.png`, publicUrl: 'http://localhost/x' },
})

let replies: Reply[] = []
let server: Awaited<ReturnType<typeof startServer>>

beforeAll(() => loadLanguage('en'))
beforeEach(async () => {
  replies = []
  server = await startServer((_request, count) => replies[count - 1] ?? storedReply(count))
  // Uploads use XMLHttpRequest to the origin of the page: a real server with scripted responses.
  const { happyDOM } = window as unknown as { happyDOM: { setURL: (url: string) => void } }
  happyDOM.setURL(server.url)
  answerFetch({
    'GET /identity/token': { body: { token: tokenOf(aUser.id) } },
    'GET /api/auth/me': { body: aUser },
    'GET /api/auth/storage-token': { body: { token: 'storage' } },
  })
  await session.load()
})
afterEach(async () => {
  cleanup()
  await server.close()
})

type Save = (data: { avatars: FormImage[] }) => Promise<unknown>

const open = async (max = 1, save: Save = (data) => Promise.resolve(data)) => {
  const shape = formOf(
    z.strictObject({ avatars: max === 1 ? formAvatars : z.array(Avatar).max(max) }),
    { avatars: 'user.fields.avatars' },
    'data',
  )
  const saved = vi.fn<(data: unknown) => void>()
  const page = await renderPage(() => (
    <RecordForm
      shape={shape}
      initialValues={{ avatars: [storedImage] }}
      version={1}
      save={save}
      onSaved={saved}
      cancelPath="/elsewhere"
    >
      <SchemaField shape={shape} name="avatars">
        <ImageField folder="user/avatars/iam" kind={max === 1 ? 'avatar' : 'photo'} max={max} />
      </SchemaField>
    </RecordForm>
  ))
  return { ...page, saved, user: userEvent.setup() }
}
const input = () => screen.getByLabelText<HTMLInputElement>('Avatar')
const png = (name: string) => new File(['png'], name, { type: 'image/png' })
const choose = (...files: File[]) => fireEvent.change(input(), { target: { files } })
const saveButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' })
const shownPictures = () =>
  screen.getAllByRole('img', { name: /png$/ }).map((picture) => picture.getAttribute('alt'))

test('a chosen file replaces a single picture and is saved by its id', async () => {
  const { saved, user } = await open()
  expect(shownPictures()).toEqual(['old.png'])
  choose(png('new.png'))
  expect(saveButton().disabled).toBe(true)
  expect(screen.getByText('The picture is still uploading.')).toBeDefined()
  expect(screen.getByRole('progressbar', { name: 'Uploading new.png' })).toBeDefined()
  await screen.findByRole('button', { name: 'Remove stored-1.png' })
  expect(saveButton().disabled).toBe(false)
  await user.click(saveButton())
  await waitFor(() => expect(saved).toHaveBeenCalledOnce())
  expect(saved).toHaveBeenCalledWith({ avatars: [expect.objectContaining({ id: storedId(1) })] })
  expect(server.received).toHaveLength(1)
  expect(server.received[0]?.headers['authorization']).toMatch(/^Bearer /)
  expect(server.received[0]?.body).toMatch(
    /name="token"[\s\S]*storage[\s\S]*user\/avatars\/iam[\s\S]*new\.png/,
  )
})

test('a failed upload blocks saving until it is retried or removed', async () => {
  replies = [{ status: 500, body: { message: 'Out of order' } }]
  const { user } = await open()
  choose(png('new.png'))
  await screen.findByText('Out of order')
  expect(saveButton().disabled).toBe(true)
  expect(screen.getByText('A picture could not be uploaded. Try again or remove it.')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('button', { name: 'Remove stored-2.png' })
  expect(saveButton().disabled).toBe(false)

  replies = [storedReply(1), storedReply(2), { status: 500, body: { message: 'Out of order' } }]
  choose(png('third.png'))
  await screen.findByText('Out of order')
  await user.click(screen.getByRole('button', { name: 'Remove third.png' }))
  // Shows the earlier picture again.
  expect(shownPictures()).toEqual(['stored-2.png'])
  expect(saveButton().disabled).toBe(false)
})

test('spec §5 shows the message of a file that the server refuses, and drops it', async () => {
  replies = [{ status: 400, body: { code: 'fileUploader.image', message: 'You must upload an image' } }]
  await open()
  choose(png('page.png'))
  await screen.findByText('You must upload an image')
  expect(shownPictures()).toEqual(['old.png'])
  expect(saveButton().disabled).toBe(false)
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

test('spec §5 does not upload an invalid file, and clears the message with the next file', async () => {
  await open()
  choose(new File(['x'], 'a.txt', { type: 'text/plain' }))
  expect(screen.getByText('You must upload an image')).toBeDefined()
  choose(png('new.png'))
  expect(screen.queryByText('You must upload an image')).toBeNull()
  await screen.findByRole('button', { name: 'Remove stored-1.png' })
  expect(server.received).toHaveLength(1)
})

test('a running upload can be stopped, and leaving the form asks first', async () => {
  replies = [{ status: 200, hang: true }]
  const { user, address } = await open()
  choose(png('slow.png'))
  await waitFor(() => expect(server.received).toHaveLength(1))
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await user.click(await screen.findByText('Stay'))
  expect(address()).toBe('/')
  await user.click(screen.getByRole('button', { name: 'Stop' }))
  expect(shownPictures()).toEqual(['old.png'])
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(address()).toBe('/elsewhere'))
})

test('a removed picture counts as unsaved', async () => {
  const { user, address } = await open()
  await user.click(screen.getByRole('button', { name: 'Remove old.png' }))
  expect(document.activeElement).toBe(input())
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await screen.findByText('Leave without saving?')
  expect(address()).toBe('/')
})

test('uploads several pictures in parallel, up to the maximum, and removes each separately', async () => {
  const { user, saved } = await open(3)
  choose(png('a.png'), png('b.png'), png('c.png'))
  expect(screen.getByText('At most 3 pictures')).toBeDefined()
  await screen.findByRole('button', { name: 'Remove stored-1.png' })
  await screen.findByRole('button', { name: 'Remove stored-2.png' })
  expect(server.received).toHaveLength(2)
  choose(new File(['x'], 'notes.txt', { type: 'text/plain' }))
  expect(screen.getByText('At most 3 pictures')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Remove old.png' }))
  choose(new File(['x'], 'notes.txt', { type: 'text/plain' }))
  expect(screen.getByText('notes.txt: You must upload an image')).toBeDefined()
  await user.click(saveButton())
  await waitFor(() => expect(saved).toHaveBeenCalledOnce())
  const [{ avatars }] = saved.mock.calls[0] as [{ avatars: FormImage[] }]
  expect(avatars.map(({ id }) => id).toSorted()).toEqual([storedId(1), storedId(2)])
})

test('shows a placeholder for a picture that cannot be shown', async () => {
  await open()
  fireEvent.error(screen.getByRole('img', { name: 'old.png' }))
  expect(screen.queryByRole('img', { name: 'old.png' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Remove old.png' })).toBeDefined()
})
