import { currentLink } from './locators.ts'
import { expect, expectAccessible, test } from './test.ts'
import { createEmail, createUser, signIn, signInAs } from './users.ts'

test('§2 shows the permitted screens in the menu, and marks the current one', async ({
  page,
  context,
  product,
}) => {
  await signInAs(context, product, 'manager')
  await page.goto('/')
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await expect(menu.getByRole('link')).toHaveText([
    'Dashboard',
    'Surveys',
    'Survey Responses',
    'Review Queue',
    'Queries',
    'Inbox',
    'Checks',
    'Enumerators',
    'User Details',
    'Devices',
    'Users',
    'Audit Log',
    'Settings',
  ])
  await expect(menu.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('aria-current', 'page')
  await menu.getByRole('link', { name: 'Settings' }).click()
  await expect(menu.getByRole('link', { name: 'Settings' })).toHaveAttribute('aria-current', 'page')
  await expect(menu.getByRole('link', { name: 'Dashboard' })).not.toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeFocused()

  await context.clearCookies()
  await signInAs(context, product, 'monitor')
  await page.goto('/')
  await expect(menu.getByRole('link')).toHaveText(['Dashboard'])
})

test('§2 hides and shows the menu; below 576 px it is hidden at first and overlays the page', async ({
  page,
  context,
  product,
}) => {
  await signInAs(context, product, 'manager')
  await page.goto('/')
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await page.getByRole('button', { name: 'Hide menu' }).click()
  await expect(menu).toBeHidden()
  await page.getByRole('button', { name: 'Show menu' }).click()
  await expect(menu).toBeVisible()
  await page.setViewportSize({ width: 575, height: 800 })
  await expect(menu).toBeHidden()
  const width = async () => (await page.getByRole('main').boundingBox())?.width
  const before = await width()
  await page.getByRole('button', { name: 'Show menu' }).click()
  await expect(menu).toBeVisible()
  expect(await width()).toBe(before)
  await menu.getByRole('link', { name: 'Settings' }).click()
  await expect(page).toHaveURL('/settings')
  await expect(menu).toBeHidden()
  await page.setViewportSize({ width: 576, height: 800 })
  await expect(menu).toBeVisible()
})

test('§1 remembers the language and reloads the page; the language selector is 100 px wide', async ({
  page,
  context,
  product,
}) => {
  await signInAs(context, product, 'manager')
  await page.goto('/')
  await expect(page).toHaveTitle(/Baseline Survey/)
  await expect(page.getByRole('document')).toHaveAttribute('lang', 'en')
  const selector = page.getByRole('combobox', { name: 'Language' })
  // Selector: measures the frame of the field, which has no role.
  const box = page.locator('.ant-select').filter({ has: selector })
  expect((await box.boundingBox())?.width).toBe(100)
  await selector.click()
  await Promise.all([page.waitForEvent('load'), page.getByText('PT-BR', { exact: true }).click()])
  await expect(page.getByRole('document')).toHaveAttribute('lang', 'pt-BR')
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Configurações' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('language'))).toBe('pt-BR')
})

test('§9 shows the full name under 25 characters, else the first name, else the email prefix', async ({
  browser,
  product,
}) => {
  const users = [
    [{ firstName: 'Ana', lastName: 'Lima' }, 'Ana Lima'],
    [{ firstName: 'Maria Aparecida', lastName: 'dos Santos Machava' }, 'Maria Aparecida'],
    [{ firstName: undefined, lastName: undefined }, 'shy-'],
  ] as const
  for (const [name, expectedName] of users) {
    const user = await createUser(product, { role: 'monitor', email: createEmail('shy'), ...name })
    const context = await browser.newContext({ baseURL: product.url })
    await signIn(context, product, user)
    const page = await context.newPage()
    await page.goto('/')
    const menu = page.getByRole('banner').getByRole('button', { name: expectedName })
    await expect(menu).toBeVisible()
    await context.close()
  }
})

test('§2 opens the avatar menu with the keyboard; the menu has profile, sign-out and the version', async ({
  page,
  context,
  product,
}) => {
  await signInAs(context, product, 'monitor')
  await page.goto('/')
  const button = page.getByRole('button', { name: 'Ana Lima' })
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Profile' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: /^Version \d+\.\d+\.\d+/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menuitem', { name: 'Profile' })).toBeHidden()
  await button.click()
  await page.getByRole('menuitem', { name: 'Profile' }).click()
  await expect(page).toHaveURL('/profile')
  await button.click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/auth/signin')
  await page.goto('/')
  await expect(page).toHaveURL(/\/auth\/signin/)
})

test('§1 unregisters the service worker of an older release', async ({ page, context }) => {
  await context.route('**/old-worker.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'self.addEventListener("fetch", () => {})' }),
  )
  await page.goto('/403')
  await page.evaluate(() => navigator.serviceWorker.register('/old-worker.js'))
  await page.goto('/404')
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length))
    .toBe(0)
})

test('follows the light or dark mode of the device, and remembers the choice of the user', async ({
  page,
  context,
  product,
}) => {
  await signInAs(context, product, 'monitor')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/')
  await expect(page.getByRole('document')).toHaveAttribute('data-scheme', 'dark')
  await page.getByRole('button', { name: 'Appearance' }).click()
  await page.getByRole('menuitem', { name: 'Light' }).click()
  await expect(page.getByRole('document')).not.toHaveAttribute('data-scheme', 'dark')
  await page.reload()
  await expect(page.getByRole('document')).not.toHaveAttribute('data-scheme', 'dark')
})

test('reports an unreachable server with a retry; §8 signs out if the user fails to load', async ({
  page,
  context,
  product,
  expectFailures,
}) => {
  expectFailures('connection')
  await signInAs(context, product, 'monitor')
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
  // Aborts the requests, as if the server were unreachable.
  await page.route(/\/(api|identity)\//, (route) => route.abort())
  await page.reload()
  const unreachable = page.getByRole('heading', { level: 1, name: "The server can't be reached" })
  await expect(unreachable).toBeVisible({ timeout: 15_000 })
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(unreachable).toBeVisible({ timeout: 15_000 })
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')

  await page.route('**/api/auth/me', (route) => route.abort())
  await page.reload()
  await expect(page).toHaveURL(/\/auth\/signin/)
})

test('loads each tab once when several tabs open at the same time', async ({ context, product }) => {
  await signInAs(context, product, 'manager')
  const paths = [
    '/',
    '/iam',
    '/audit-logs',
    '/security-log',
    '/read-log',
    '/data-protection',
    '/settings',
    '/profile',
    '/user-details',
    '/devices',
    '/intake',
    '/review',
    '/checks',
    '/queries',
  ]
  const tabs = await Promise.all(paths.map(() => context.newPage()))
  const loads = tabs.map((tab) => {
    const seen: string[] = []
    tab.on('request', (request) => {
      if (request.isNavigationRequest()) seen.push(new URL(request.url()).pathname)
    })
    return seen
  })
  await Promise.all(tabs.map((tab, index) => tab.goto(paths[index] ?? '/')))
  for (const tab of tabs)
    await expect(tab.getByRole('heading', { level: 1 })).toBeVisible({ timeout: 30_000 })
  // Wait: allows time for a message from the last tab to the first, which must not cause a reload.
  await tabs[0]?.waitForTimeout(1000)
  expect(loads).toEqual(paths.map((path) => [path]))
})

test('§2 marks the dashboard in the menu at / and /dashboard only', async ({ page, context, product }) => {
  await signInAs(context, product, 'manager')
  const selected = currentLink(page.getByRole('navigation', { name: 'Main menu' }))
  for (const [path, item] of [
    ['/', 'Dashboard'],
    ['/dashboard', 'Dashboard'],
    ['/iam/new', 'Users'],
  ] as const) {
    await page.goto(path)
    await expect(selected, path).toHaveText([item])
  }
})

test('runs API calls from /api/docs under the same content security policy', async ({ page }) => {
  await page.goto('/api/docs/')
  await expect(page.getByRole('heading', { name: 'Baseline Survey' })).toBeVisible()
  await page.getByText('Return the theme, the time zone and the map of the installation').click()
  await page.getByRole('button', { name: 'Try it out' }).click()
  await page.getByRole('button', { name: 'Execute' }).click()
  await expect(page.getByText('"timeZone": "UTC"').first()).toBeVisible()
})
