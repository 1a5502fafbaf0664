import { definitionOf, tableRows } from './locators.ts'
import { expect, expectAccessible, test } from './test.ts'
import { createEmail, createUser, signIn, signInAs, waitForMail } from './users.ts'

test('§1 §5 invites several users at once, and checks each email address', async ({
  page,
  context,
  product,
  expectFailures,
}) => {
  expectFailures(400)
  const manager = await createUser(product, { role: 'manager' })
  await signIn(context, product, manager)
  await page.goto('/')
  await page.getByRole('link', { name: 'Users' }).click()
  await page.getByRole('link', { name: 'New users' }).click()
  const [ana, rui] = [createEmail('ana'), createEmail('rui')]
  const emails = page.getByLabel('Emails')
  await emails.click()
  await page.keyboard.type(`${ana}, nope ${rui} ${manager.email},`)
  await page.getByRole('checkbox', { name: 'Supervisor' }).check()
  await page.getByRole('button', { name: 'Invite' }).click()
  await expect(page.getByText('Email nope is invalid')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Remove nope' }).click()
  await page.getByRole('button', { name: 'Invite' }).click()
  await expect(page.getByText(`${manager.email}: User with this email already exists`)).toBeVisible()
  await page.getByRole('button', { name: `Remove ${manager.email}` }).click()
  await page.getByRole('button', { name: 'Invite' }).click()
  await expect(page.getByText('User(s) saved successfully')).toBeVisible()
  await expect(page).toHaveURL('/iam')
  await expect(page.getByRole('link', { name: ana })).toBeVisible()
  const mail = await waitForMail(product, rui)
  expect(mail.subject).toBe('You are invited to Baseline Survey')
  expect(mail.text).toContain(`Ana Lima (${manager.email}) has invited you to Baseline Survey.`)
})

test('hides name and phone number when several users are invited', async ({ page, context, product }) => {
  await signInAs(context, product, 'manager')
  await page.goto('/iam/new')
  const [eva, leo] = [createEmail('eva'), createEmail('leo')]
  await page.getByLabel('Emails').click()
  await page.keyboard.type(`${eva} `)
  await page.getByLabel('First name').fill('Eva')
  await page.getByLabel('Emails').click()
  await page.keyboard.type(`${leo} `)
  for (const name of ['First name', 'Last name', 'Phone number'])
    await expect(page.getByLabel(name)).toBeHidden()
  await expect(page.getByText('Each person enters their own name and phone number')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Invite' }).click()
  await expect(page.getByText('User(s) saved successfully')).toBeVisible()
  // Neither user has the name that was typed for the first one.
  for (const email of [eva, leo]) await expect(page.getByRole('link', { name: email })).toBeVisible()
})

test('limits the responses of an invited user in the invitation', async ({ page, context, product }) => {
  await signInAs(context, product, 'manager')
  await page.goto('/iam/new')
  const email = createEmail('zita')
  await page.getByLabel('Emails').click()
  await page.keyboard.type(`${email} `)
  await page.getByRole('checkbox', { name: 'Supervisor' }).check()
  const access = page.getByRole('group', { name: 'Access to responses' })
  await expect(access.getByRole('radio', { name: 'All responses' })).toBeChecked()
  await access.getByRole('radio', { name: 'Only some responses' }).check()
  await page.getByRole('button', { name: 'Invite' }).click()
  await expect(page.getByText('Choose at least one district')).toBeVisible()
  await expectAccessible(page)
  await access.getByRole('combobox', { name: 'Districts' }).fill('Tete,')
  await page.getByRole('button', { name: 'Invite' }).click()
  await expect(page.getByText('User(s) saved successfully')).toBeVisible()
  await page.getByRole('link', { name: email }).click()
  await expect(definitionOf(page, 'Access to responses')).toHaveText('All surveys in Tete')
})

test('marks invited users until they sign in, and then shows the time of the last sign-in', async ({
  browser,
  page,
  context,
  product,
}) => {
  const mark = createEmail('seen').split('@')[0] ?? ''
  const manager = await createUser(product, { role: 'manager', email: `${mark}-boss@example.org` })
  const otherUser = await createUser(product, {
    role: 'monitor',
    email: `${mark}-new@example.org`,
    firstName: 'Nova',
  })
  await signIn(context, product, manager)
  await page.goto(`/iam?email=${mark}`)
  const managerRow = page.getByRole('row', { name: /Ana Lima/ })
  const otherRow = page.getByRole('row', { name: /Nova Lima/ })
  await expect(otherRow.getByText('Invited', { exact: true })).toBeVisible()
  await expect(otherRow.getByText('Enabled', { exact: true })).toBeVisible()
  await expect(managerRow.getByText('Invited', { exact: true })).toBeHidden()
  const today = new Date().toISOString().slice(0, 10)
  await expect(managerRow.getByRole('time').first()).toHaveText(new RegExp(`^${today} \\d\\d:\\d\\d$`))
  await page.getByRole('columnheader', { name: 'Last sign-in' }).click()
  await expect(tableRows(page).first()).toContainText('Nova Lima')
  await expectAccessible(page)

  const otherContext = await browser.newContext({ baseURL: product.url })
  await signIn(otherContext, product, otherUser)
  await (await otherContext.newPage()).goto('/')
  await expect
    .poll(async () => {
      await page.reload()
      await otherRow.waitFor()
      return otherRow.getByText('Invited', { exact: true }).count()
    })
    .toBe(0)
  await otherRow.getByRole('link').click()
  await expect(definitionOf(page, 'Last sign-in')).toContainText(today)
})

test('lists users without a role under "No role", and offers invitations in the list of roles', async ({
  page,
  context,
  product,
}) => {
  const manager = await createUser(product, { role: 'manager' })
  const userWithoutRole = await createUser(product, {
    role: undefined,
    firstName: createEmail('none'),
    lastName: 'X',
  })
  await signIn(context, product, manager)
  await page.goto('/iam?mode=roles')
  await expect(page.getByRole('link', { name: 'New users' })).toBeVisible()
  // Other tests create users without a role, so the branch can be collapsed.
  await page.goto('/iam?mode=roles&roles=%5B%22none%22%5D')
  await expect(page.getByText(/^No role \(/)).toBeVisible()
  await page.goto(`/iam?roles=%5B%22none%22%5D&fullName=${userWithoutRole.firstName ?? ''}`)
  await expect(page.getByText('1 user', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: `${userWithoutRole.firstName ?? ''} X` })).toBeVisible()
})

test('§4 enables and disables a user after confirmation, but not the signed-in user', async ({
  page,
  context,
  product,
}) => {
  const manager = await createUser(product, { role: 'manager' })
  const otherUser = await createUser(product, { role: 'monitor', firstName: 'Samuel', lastName: 'Sitoe' })
  await signIn(context, product, manager)
  await page.goto(`/iam?email=${otherUser.email}`)
  await page.getByRole('link', { name: 'Samuel Sitoe' }).click()
  await page.getByRole('button', { name: 'Disable' }).click()
  await expect(page.getByRole('dialog')).toContainText('Samuel Sitoe')
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()
  await expect(page.getByText('User disabled successfully')).toBeVisible()
  await expect(page.getByText('Disabled', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Enable' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Enable' }).click()
  await expect(page.getByText('User enabled successfully')).toBeVisible()
  await expectAccessible(page)

  await page.goto(`/iam?email=${manager.email}`)
  await page.getByRole('main').getByRole('link', { name: 'Ana Lima' }).click()
  await expect(page.getByRole('button', { name: 'Disable' })).toBeDisabled()
  await expect(page.getByText("You can't disable yourself")).toBeVisible()
})

test('§4 §8 enables, disables and removes the users who are selected in the list', async ({
  page,
  context,
  product,
}) => {
  await signInAs(context, product, 'manager')
  const mark = createEmail('bulk').split('@')[0] ?? ''
  const users = await Promise.all(
    ['a', 'b'].map((letter) =>
      createUser(product, { role: 'monitor', email: `${mark}-${letter}@example.org`, firstName: letter }),
    ),
  )
  await page.goto(`/iam?email=${mark}`)
  const applyToSelected = async (name: string, message: string) => {
    for (const { firstName } of users)
      await page.getByRole('checkbox', { name: `Select ${firstName ?? ''} Lima` }).check()
    await page.getByRole('toolbar').getByRole('button', { name }).click()
    await page.getByRole('dialog').getByRole('button', { name }).click()
    await expect(page.getByText(message)).toBeVisible()
    // Fetching the list again clears the selection.
    await expect(page.getByRole('toolbar')).toBeHidden()
  }
  await applyToSelected('Disable', 'User(s) disabled successfully')
  await expect(page.getByText('Disabled', { exact: true })).toHaveCount(2)
  await applyToSelected('Enable', 'User(s) enabled successfully')
  await applyToSelected('Remove', 'User(s) removed successfully')
  await expect(page.getByRole('row', { name: /Monitor/ })).toHaveCount(0)
})

test('§2 shows the roles as a tree with a separate URL, and revokes a role of selected users', async ({
  page,
  context,
  product,
}) => {
  await signInAs(context, product, 'manager')
  const user = await createUser(product, {
    role: 'enumerator',
    firstName: createEmail('tree'),
    lastName: 'X',
  })
  await page.goto('/iam')
  await page.getByRole('main').getByRole('link', { name: 'Roles' }).click()
  await expect(page).toHaveURL('/iam?mode=roles')
  await expect(page.getByText('4 roles')).toBeVisible()
  const name = `${user.firstName ?? ''} X`
  await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  await page.getByRole('toolbar').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('dialog')).toContainText(`Enumerator: ${name}`)
  await page.getByRole('button', { name: 'Revoke 1' }).click()
  await expect(page.getByText('Role(s) removed successfully')).toBeVisible()
  // A user without a role cannot be selected.
  await expect(page.getByRole('checkbox', { name: `Select ${name}` })).toBeHidden()
  await page.goBack()
  await expect(page).toHaveURL('/iam')
})

test('§4 §5 updates the top bar when managers edit themselves, and locks their manager role', async ({
  page,
  context,
  product,
}) => {
  const manager = await createUser(product, { role: 'manager' })
  await signIn(context, product, manager)
  await page.goto(`/iam?email=${manager.email}`)
  await page.getByRole('main').getByRole('link', { name: 'Ana Lima' }).click()
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await expect(page.getByRole('checkbox', { name: 'Manager' })).toBeDisabled()
  await expect(page.getByText("You can't revoke your own manager permission")).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('First name').fill('Beatriz')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('User saved successfully')).toBeVisible()
  await expect(page).toHaveURL(`/iam?email=${encodeURIComponent(manager.email)}`)
  await expect(page.getByRole('button', { name: 'Beatriz Lima' })).toBeVisible()
})

test('§2 §6 goes to the list if a user does not exist, and refuses the list to supervisors', async ({
  page,
  context,
  product,
  expectFailures,
}) => {
  expectFailures(404)
  await signInAs(context, product, 'manager')
  await page.goto('/iam/01a1dd5e-bcb1-798e-b318-bc1163ea192c')
  await expect(page).toHaveURL('/iam')
  await expect(page.getByText('User not found')).toBeVisible()
  await page.goto('/iam/01a1dd5e-bcb1-798e-b318-bc1163ea192c/edit')
  await expect(page).toHaveURL('/iam')
  await context.clearCookies()
  await signInAs(context, product, 'supervisor')
  await page.goto('/iam')
  await expect(page).toHaveURL('/403')
})
