import type { Locator, Page } from '@playwright/test'

import { createPngFile } from './images.ts'
import { expect, expectAccessible, setLanguage, test } from './test.ts'
import { createUser, signIn, signInAs } from './users.ts'

/** Avatars have no alternative text, because the name is beside them. */
const avatarIn = (part: Locator): Locator => part.getByAltText('', { exact: true })
const topBarAvatar = (page: Page): Locator => avatarIn(page.getByRole('banner'))
const fileInput = (page: Page): Locator => page.getByLabel(/^Avatar/)
/** The picture of the form. Its alternative text is the name of the file. */
const formImage = (page: Page, name: string | RegExp): Locator => page.getByRole('main').getByAltText(name)
/** Waits until the picture is visible and has loaded. */
const expectLoaded = async (picture: Locator): Promise<void> => {
  await expect(picture).toBeVisible()
  await expect
    .poll(() => picture.evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0)))
    .toBeGreaterThan(0)
}

test('§3 §9 saves an avatar in the profile, shows it in the top bar, and removes it', async ({
  page,
  context,
  product,
}) => {
  await signInAs(context, product, 'enumerator')
  await page.goto('/profile')
  await expect(topBarAvatar(page)).toHaveCount(0)
  await fileInput(page).setInputFiles(createPngFile('me.png'))
  await expectLoaded(formImage(page, 'me.png'))
  await expect(page.getByRole('button', { name: 'Remove me.png' })).toBeVisible()
  await expect(topBarAvatar(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Profile updated successfully')).toBeVisible()
  await expectLoaded(topBarAvatar(page))
  await page.reload()
  await expectLoaded(topBarAvatar(page))

  await page.goto('/profile')
  await expectLoaded(formImage(page, 'me.png'))
  await page.getByRole('button', { name: 'Remove me.png' }).click()
  await expect(fileInput(page)).toBeFocused()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Profile updated successfully')).toBeVisible()
  await expect(topBarAvatar(page)).toHaveCount(0)
  await expect(page.getByRole('banner').getByText('AL', { exact: true })).toBeVisible()
})

test('§3 sets the avatar of another user, and shows it in the list, the view and the audit log', async ({
  page,
  context,
  product,
}) => {
  const otherUser = await createUser(product, { role: 'monitor', firstName: 'Samuel', lastName: 'Sitoe' })
  await signInAs(context, product, 'manager')
  await page.goto(`/iam?email=${otherUser.email}`)
  const row = page.getByRole('row', { name: /Samuel Sitoe/ })
  await expect(row.getByText('SS', { exact: true })).toBeVisible()
  await row.getByRole('link', { name: 'Samuel Sitoe' }).click()
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await fileInput(page).setInputFiles(createPngFile('samuel.png', [40, 120, 200]))
  await expectLoaded(formImage(page, 'samuel.png'))
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('User saved successfully')).toBeVisible()
  await page.goto(`/iam?email=${otherUser.email}`)
  await expectLoaded(avatarIn(row))
  await expectAccessible(page)
  // The list cannot be sorted by pictures.
  await expect(page.getByRole('columnheader', { name: 'Avatar' })).not.toHaveAttribute('aria-sort')
  await row.getByRole('link', { name: 'Samuel Sitoe' }).click()
  await expectLoaded(avatarIn(page.getByRole('main')))
  await expectAccessible(page)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Show history' }).click()
  await page.getByRole('button', { name: 'Expand row' }).first().click()
  await expect(page.getByText(/^samuel\.png · /)).toBeVisible()
})

test('§4 updates the top bar at once when managers change their own avatar in the user list', async ({
  page,
  context,
  product,
}) => {
  const manager = await createUser(product, { role: 'manager' })
  await signIn(context, product, manager)
  await page.goto(`/iam?email=${manager.email}`)
  await page.getByRole('main').getByRole('link', { name: 'Ana Lima' }).click()
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await fileInput(page).setInputFiles(createPngFile('me.png'))
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('User saved successfully')).toBeVisible()
  await expectLoaded(topBarAvatar(page))
})

const oversizedFile = Buffer.alloc(5 * 1_048_576 + 1, 1)
for (const [language, texts] of [
  [
    'en',
    [
      'You must upload an image',
      "Invalid format. Must be 'jpeg, png, webp'",
      'File is too big. Max allowed size is 5 MB',
    ],
  ],
  [
    'pt-BR',
    [
      'Você deve enviar uma imagem',
      "Formato inválido. Deve ser 'jpeg, png, webp'",
      'O arquivo é muito grande. O tamanho máximo permitido é 5 MB',
    ],
  ],
] as const)
  test(`§5 refuses wrong files before the upload and on the server, in ${language}`, async ({
    page,
    context,
    product,
    expectFailures,
  }) => {
    expectFailures(400)
    const [noImage, otherFormat, size] = texts
    await signInAs(context, product, 'monitor')
    await setLanguage(page, language)
    await page.goto('/profile')
    const uploadUrls: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/storage/files')) uploadUrls.push(request.url())
    })
    const choose = (name: string, mimeType: string, buffer: Buffer) =>
      fileInput(page).setInputFiles({ name, mimeType, buffer })
    await choose('notes.txt', 'text/plain', Buffer.from('hello'))
    await expect(page.getByRole('alert').getByText(noImage)).toBeVisible()
    await choose('moving.gif', 'image/gif', Buffer.from('GIF89a'))
    await expect(page.getByRole('alert').getByText(otherFormat)).toBeVisible()
    await choose('huge.png', 'image/png', oversizedFile)
    await expect(page.getByRole('alert').getByText(size)).toBeVisible()
    await expectAccessible(page)
    expect(uploadUrls).toEqual([])
    // The server checks the content of files that have the name and type of a picture.
    await choose('page.png', 'image/png', Buffer.from('<html>'))
    await expect(page.getByRole('alert').getByText(noImage)).toBeVisible()
    await choose('renamed.png', 'image/png', Buffer.concat([Buffer.from('GIF89a'), Buffer.alloc(200)]))
    await expect(page.getByRole('alert').getByText(otherFormat)).toBeVisible()
    expect(uploadUrls).toHaveLength(2)
    await expect(formImage(page, /\.png$/)).toHaveCount(0)
  })

test('disables Save during an upload, retries a failed one, and treats both as unsaved changes', async ({
  page,
  context,
  product,
  expectFailures,
}) => {
  expectFailures(500)
  await signInAs(context, product, 'monitor')
  await page.goto('/profile')
  let failsUpload = true
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/storage/files', async (route) => {
    if (failsUpload) {
      await route.fulfill({
        status: 500,
        json: { code: 'errors.defaultErrorMessage', message: 'Out of order' },
      })
      return
    }
    await released
    await route.continue()
  })
  const save = page.getByRole('button', { name: 'Save' })
  await fileInput(page).setInputFiles(createPngFile('me.png'))
  await expect(page.getByRole('alert').getByText('Out of order')).toBeVisible()
  await expect(save).toBeDisabled()
  await expect(
    page.getByRole('status').getByText('A picture could not be uploaded. Try again or remove it.'),
  ).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await page.getByRole('button', { name: 'Stay' }).click()

  failsUpload = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('progressbar', { name: 'Uploading me.png' })).toBeVisible()
  await expect(save).toBeDisabled()
  await expect(page.getByRole('status').getByText('The picture is still uploading.')).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page)
  }
  // Ctrl-S is disabled like the button.
  await page.keyboard.press('Control+s')
  release()
  await expect(page.getByRole('button', { name: 'Remove me.png' })).toBeVisible()
  await expect(page).toHaveURL('/profile')
  await save.click()
  await expectLoaded(topBarAvatar(page))
})

test('accepts a file that is dropped on the field, and ignores a file beside it', async ({
  page,
  context,
  product,
}) => {
  await signInAs(context, product, 'monitor')
  await page.setViewportSize({ width: 400, height: 800 })
  await page.goto('/profile')
  await expect(fileInput(page)).toBeEnabled()
  const content = createPngFile('dropped.png').buffer.toString('base64')
  const transfer = await page.evaluateHandle((base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    const data = new DataTransfer()
    data.items.add(new File([bytes], 'dropped.png', { type: 'image/png' }))
    return data
  }, content)
  const isPrevented = await page
    .getByRole('heading', { level: 1 })
    .evaluate(
      (heading, dataTransfer) =>
        !heading.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true })),
      transfer,
    )
  expect(isPrevented).toBe(true)
  await fileInput(page).dispatchEvent('drop', { dataTransfer: transfer })
  await expectLoaded(formImage(page, 'dropped.png'))
  await expectAccessible(page)
  // With the keyboard: Enter opens the file chooser of the browser. A busy browser can lose a key press, so
  // the test repeats it.
  await expect(async () => {
    await fileInput(page).focus()
    const chooser = page.waitForEvent('filechooser', { timeout: 4000 })
    await page.keyboard.press('Enter')
    await (await chooser).setFiles(createPngFile('second.png', [20, 160, 90]))
  }).toPass()
  await expect(page.getByRole('button', { name: 'Remove second.png' })).toBeVisible()
})

test('renews the expired URL of an avatar, and shows initials if the avatar cannot be loaded', async ({
  page,
  context,
  product,
  expectFailures,
}) => {
  expectFailures(403)
  await signInAs(context, product, 'manager')
  await page.goto('/profile')
  await fileInput(page).setInputFiles(createPngFile('me.png'))
  await page.getByRole('button', { name: 'Save' }).click()
  await expectLoaded(topBarAvatar(page))
  const expiryParameter = /expires=\d+/
  let requestCount = 0
  await page.route('**/api/auth/me', async (route) => {
    requestCount += 1
    const answer = await route.fetch()
    const text = await answer.text()
    // The first response has an expired URL, as on a page that has been open for a long time.
    await route.fulfill({
      response: answer,
      body: requestCount === 1 ? text.replace(expiryParameter, 'expires=1') : text,
    })
  })
  await page.reload()
  await expectLoaded(topBarAvatar(page))
  expect(requestCount).toBe(2)
  await page.route('**/api/storage/files/**', (route) => route.fulfill({ status: 403 }))
  await page.reload()
  await expect(page.getByRole('banner').getByText('AL', { exact: true })).toBeVisible()
  await expect(topBarAvatar(page)).toHaveCount(0)
  // A call for another URL may still be under way, and would fail with the end of the test.
  await page.unrouteAll({ behavior: 'wait' })
})

test('shows both pictures when two sessions change one profile, and saves the selected one', async ({
  page,
  context,
  product,
  browser,
  expectFailures,
}) => {
  expectFailures(409)
  const user = await createUser(product, { role: 'monitor' })
  await signIn(context, product, user)
  await page.goto('/profile')
  await fileInput(page).setInputFiles(createPngFile('mine.png'))
  await expectLoaded(formImage(page, 'mine.png'))
  const otherContext = await browser.newContext({ baseURL: product.url })
  await signIn(otherContext, product, user)
  const otherPage = await otherContext.newPage()
  await otherPage.goto('/profile')
  await fileInput(otherPage).setInputFiles(createPngFile('theirs.png', [20, 160, 90]))
  await otherPage.getByLabel('First name').fill('Beatriz')
  await otherPage.getByRole('button', { name: 'Save' }).click()
  await expect(otherPage.getByText('Profile updated successfully')).toBeVisible()
  await otherContext.close()

  await page.getByRole('button', { name: 'Save' }).click()
  const dialog = page.getByRole('dialog')
  await expectLoaded(dialog.getByRole('img', { name: 'mine.png' }))
  await expectLoaded(dialog.getByRole('img', { name: 'theirs.png' }))
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save selection' }).click()
  await expect(page.getByRole('button', { name: 'Beatriz Lima' })).toBeVisible()
  await page.goto('/profile')
  await expect(page.getByRole('button', { name: 'Remove mine.png' })).toBeVisible()
})
