import type { Locator, Page } from '@playwright/test'

import { currentLink, definitionOf, mainHeading } from './locators.ts'
import { createSuffix } from './random-suffix.ts'
import { createResponse, setStatus } from './responses.ts'
import { expect, expectAccessible, setLanguage, test } from './test.ts'
import { createUser, signIn, signInAs } from './users.ts'

for (const width of [1440, 400])
  test(`${String(width)} px: shows who returned, held or rejected a response, when and why`, async ({
    page,
    context,
    product,
  }) => {
    test.slow()
    const village = `Namaacha ${createSuffix()}`
    const manager = await createUser(product, { role: 'manager' })
    await signIn(context, product, manager)
    const decisions = [
      ['returned', 'Returned by', 'The rooms do not match the photo'],
      ['onHold', 'Put on hold by', 'Waiting for the village head'],
      ['rejected', 'Rejected by', 'Interviewed twice'],
    ] as const
    await page.setViewportSize({ width, height: 800 })
    for (const [minute, [status, label, reason]] of decisions.entries()) {
      const { id, displayId } = await createResponse(context, product, { village, minute })
      await setStatus(context, product, id, status, reason)
      await page.goto(`/survey-responses/${id}/view?village=${village}`)
      await expect(mainHeading(page)).toHaveText(displayId)
      const banner = page.getByRole('note')
      await expect(banner).toHaveText(
        new RegExp(`^${label} ${manager.email} on \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d${reason}$`),
      )
      await expect(banner).toBeInViewport({ ratio: 1 })
    }
    await expectAccessible(page)
    const { id } = await createResponse(context, product, { village, minute: 9 })
    await page.goto(`/survey-responses/${id}/view?village=${village}`)
    await expect(page.getByRole('tab', { name: 'History (1)' })).toBeVisible()
    await expect(page.getByRole('note')).toBeHidden()
  })

test('lists the keyboard shortcuts that work for this user and this record', async ({
  page,
  context,
  product,
}) => {
  test.slow()
  const village = `Matutuine ${createSuffix()}`
  await signInAs(context, product, 'supervisor')
  await createResponse(context, product, { village, minute: 1 })
  const { id } = await createResponse(context, product, { village, minute: 2 })
  const readShortcuts = async () => {
    await page.keyboard.press('?')
    const dialog = page.getByRole('dialog')
    await expect(dialog).toBeVisible()
    const shortcuts = await dialog.getByRole('term').allTextContents()
    await page.keyboard.press('Escape')
    // Shortcuts are off until the dialog has closed.
    await expect(dialog).toBeHidden()
    return shortcuts
  }
  await page.goto(`/survey-responses/${id}/view?village=${village}`)
  await expect(page.getByText('1 of 2')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Verify' })).toBeVisible()
  expect(await readShortcuts()).toEqual(['j', 'g', 'r', 'h', 'v', 'q', 'c', 'e', '?'])
  await page.keyboard.press('v')
  await expect(page.getByText('2 of 2')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Verify' })).toBeVisible()
  expect(await readShortcuts()).toEqual(['k', 'g', 'r', 'h', 'v', 'q', 'z', 'c', 'e', '?'])
  await setStatus(context, product, id, 'returned', 'Ask again')
  await page.goto(`/survey-responses/${id}/view?village=${village}`)
  await expect(page.getByText('1 of 2')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Resubmit' })).toBeVisible()
  expect(await readShortcuts()).toEqual(['j', 'g', 'q', 'c', 'e', '?'])
})

test('j pressed before the neighbours are loaded goes to the next response', async ({
  page,
  context,
  product,
}) => {
  const village = `Moamba ${createSuffix()}`
  await signInAs(context, product, 'supervisor')
  const second = await createResponse(context, product, {
    village,
    minute: 1,
    answers: { household_name: 'Family Two' },
  })
  const first = await createResponse(context, product, {
    village,
    minute: 2,
    answers: { household_name: 'Family One' },
  })
  const household = definitionOf(page, 'Name of the household')
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/neighbours?*', async (route) => {
    await answered
    await route.continue()
  })
  await page.goto(`/survey-responses/${first.id}/view?village=${village}`)
  await expect(household).toHaveText('Family One')
  await page.keyboard.press('j')
  answer()
  await expect(mainHeading(page)).toHaveText(second.displayId)
  await expect(household).toHaveText('Family Two')
  await page.keyboard.press('k')
  await expect(household).toHaveText('Family One')
})

test('clears the message about a missing reason on Escape', async ({ page, context, product }) => {
  await signInAs(context, product, 'supervisor')
  const { id } = await createResponse(context, product, { village: `Boane ${createSuffix()}` })
  await page.goto(`/survey-responses/${id}/view`)
  await expect(page.getByRole('button', { name: 'Hold' })).toBeVisible()
  await page.keyboard.press('h')
  await expect(page.getByText('Please give a reason')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Please give a reason')).toBeHidden()
  await page.keyboard.press('r')
  await page.keyboard.type('Ask again')
  await expect(page.getByText('Press Enter to send back')).toBeVisible()
})

test('describes the selection in the bulk dialog, and offers the actions that apply', async ({
  page,
  context,
  product,
}) => {
  test.slow()
  const village = `Marromeu ${createSuffix()}`
  await signInAs(context, product, 'manager')
  const responses = []
  for (let minute = 0; minute < 12; minute += 1)
    responses.push(await createResponse(context, product, { village, minute }))
  for (const { id } of responses.slice(0, 2)) await setStatus(context, product, id, 'verified')
  const bulkBar = page.getByRole('toolbar', { name: 'Actions for the selected rows' })
  const dialog = page.getByRole('dialog')
  const button = (name: string) => bulkBar.getByRole('button', { name, exact: true })

  await page.goto(`/survey-responses?village=${village}&status=submitted&status=resubmitted&pageSize=10`)
  await page.getByRole('checkbox', { name: 'Select all', exact: true }).check()
  await button('Return').click()
  await expect(dialog).toContainText('10 selected responses')
  await expect(dialog.getByRole('button', { name: 'Return 10 responses' })).not.toHaveClass(/primary/)
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await page.goto(`/survey-responses?village=${village}&pageSize=10`)
  await page.getByRole('checkbox', { name: 'Select all', exact: true }).check()
  await expect(button('Delete')).toBeEnabled()
  await page.getByRole('button', { name: 'Select all 12' }).click()
  await expect(button('Delete')).toBeDisabled()
  await expect(button('Delete')).toHaveAttribute('title', /selected one by one/)
  await button('Verify').click()
  await expect(dialog).toContainText(`All 12 responses: Village ${village}`)
  await expect(dialog).toContainText('2 skipped: their status does not allow it')
  await expect(dialog).toContainText('Comment added to each response')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await page.goto(`/survey-responses?village=${village}&status=verified`)
  await page.getByRole('checkbox', { name: 'Select all', exact: true }).check()
  await expect(button('Verify')).toBeHidden()
  await expect(button('Approve')).toBeVisible()
  await button('Reject').click()
  await expect(dialog).toContainText('2 selected responses')
  await expect(dialog.getByRole('button', { name: 'Reject 2 responses' })).toHaveClass(/dangerous/)
})

test('pt-BR: says that the reason is recorded in each response', async ({ page, context, product }) => {
  const village = `Chokwe ${createSuffix()}`
  await signInAs(context, product, 'supervisor')
  for (const minute of [1, 2]) await createResponse(context, product, { village, minute })
  await setLanguage(page, 'pt-BR')
  await page.goto(`/survey-responses?village=${village}`)
  await expect(page.getByRole('checkbox', { name: /^Selecionar \d/ })).toHaveCount(2)
  for (const row of await page.getByRole('checkbox', { name: /^Selecionar \d/ }).all()) await row.check()
  await page.getByRole('button', { name: 'Devolver', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('2 respostas selecionadas')
  await expect(dialog.getByLabel('Motivo registrado em cada resposta')).toBeVisible()
})

test('1440 px: marks the current section in the list, and moves the focus to a chosen one', async ({
  page,
  context,
  product,
}) => {
  await signInAs(context, product, 'supervisor')
  const { id } = await createResponse(context, product, { village: `Gorongosa ${createSuffix()}` })
  await page.setViewportSize({ width: 1440, height: 800 })
  await page.goto(`/survey-responses/${id}/view`)
  const nav = page.getByRole('navigation', { name: 'Sections' })
  const links = nav.getByRole('link')
  await expect(links.first()).toHaveAttribute('aria-current', 'true')
  const names = await links.allTextContents()
  const readHeadings = (part: Page | Locator) => part.getByRole('heading', { level: 2 }).allTextContents()
  const sidebarHeadings = await readHeadings(page.getByRole('complementary', { name: 'About this response' }))
  const headings = await readHeadings(page)
  const others = [...sidebarHeadings, 'Flags', 'Queries']
  expect(headings.filter((heading) => !others.includes(heading))).toEqual(names)
  for (const name of [names.at(3) ?? '', names.at(1) ?? '']) {
    await nav.getByRole('link', { name, exact: true }).click()
    await expect(page.getByRole('heading', { level: 2, name, exact: true })).toBeFocused()
    await expect(page.getByRole('heading', { level: 2, name, exact: true })).toBeInViewport()
    await expect(currentLink(nav)).toHaveText(name)
  }
  await page.evaluate(() => window.scrollTo(0, 0))
  await expect(currentLink(nav)).toHaveText(names[0] ?? '')
  await expectAccessible(page)
})

test('400 px: moves the focus to the section that is chosen in the menu', async ({
  page,
  context,
  product,
}) => {
  await signInAs(context, product, 'supervisor')
  const { id } = await createResponse(context, product, { village: `Dondo ${createSuffix()}` })
  await page.setViewportSize({ width: 400, height: 800 })
  await page.goto(`/survey-responses/${id}/view`)
  const nav = page.getByRole('navigation', { name: 'Sections' })
  await nav.getByText('Section: Identification').click()
  await expectAccessible(page)
  await nav.getByRole('link', { name: 'Housing', exact: true }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Housing' })).toBeFocused()
  await expect(page.getByRole('heading', { level: 2, name: 'Housing' })).toBeInViewport()
  await expect(nav.getByText('Section: Housing')).toBeVisible()
  await expect(nav.getByRole('link', { name: 'Housing', exact: true })).toBeHidden()
})

test('lists the sections of the form with their number of problems', async ({ page, context, product }) => {
  await signInAs(context, product, 'supervisor')
  const { id } = await createResponse(context, product, { village: `Caia ${createSuffix()}` })
  await page.setViewportSize({ width: 1440, height: 800 })
  await page.goto(`/survey-responses/${id}/edit`)
  const nav = page.getByRole('navigation', { name: 'Sections' })
  await expect(nav.getByRole('link', { name: 'Interview' })).toBeVisible()
  await expect(nav.getByText(/problem/)).toHaveCount(0)
  await page.getByLabel('Enumerator', { exact: true }).fill('')
  await page.getByLabel('Rooms used for sleeping').fill('41')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(nav.getByRole('link', { name: 'Interview 1 problem' })).toBeVisible()
  const housing = nav.getByRole('link', { name: /1 problem$/ }).last()
  await housing.click()
  await page.getByLabel('Rooms used for sleeping').fill('4')
  await expect(nav.getByText('1 problem')).toHaveCount(1)
  await expectAccessible(page)
})
