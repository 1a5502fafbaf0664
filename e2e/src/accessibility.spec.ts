import { prepareScreen, screens } from './screens.ts'
import { expect, expectAccessible, setLanguage, test } from './test.ts'

/** Checks every pair of language, width and colours. */
const views = [
  { language: 'en', widths: { 1440: 'light', 400: 'dark' } },
  { language: 'pt-BR', widths: { 1440: 'dark', 400: 'light' } },
] as const

/** `VIEWS=half`: one language for each screen, by turns. */
const viewsOf = (number: number) =>
  process.env['VIEWS'] === 'half' ? views.filter((_, index) => index === number % views.length) : views

for (const [number, screen] of screens.entries())
  test(`${screen.name} has no accessibility violation, wide or narrow, light or dark`, async ({
    page,
    context,
    product,
    expectFailures,
  }) => {
    // Each visit waits until the map is rendered in software.
    test.slow()
    if (screen.failure) expectFailures(screen.failure)
    const open = await prepareScreen(context, product, screen)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    for (const { language, widths } of viewsOf(number)) {
      await setLanguage(page, language)
      await page.setViewportSize({ width: 1440, height: 900 })
      await open(page)
      for (const width of [1440, 400] as const) {
        await page.setViewportSize({ width, height: 900 })
        await page.emulateMedia({ colorScheme: widths[width] })
        await expect(page.getByRole('document')).toHaveCSS('color-scheme', widths[width])
        const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        await expect.poll(overflow, 'pixels beyond the right edge of the window').toBeLessThanOrEqual(0)
        await expectAccessible(page)
      }
    }
  })

test('sign-in messages, the main menu and the avatar menu have no accessibility violation', async ({
  page,
  context,
  product,
}) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await context.clearCookies()
    await page.goto('/auth/signin')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByText('Email is required')).toBeVisible()
    await expectAccessible(page)
    await prepareScreen(context, product, { name: '', path: '', user: { role: 'manager' } })
    await page.setViewportSize({ width: 400, height: 800 })
    await page.goto('/')
    await page.getByRole('button', { name: 'Show menu' }).click()
    await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible()
    await expectAccessible(page)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('banner').getByRole('button', { name: 'Ana Lima' }).click()
    await expect(page.getByRole('menuitem', { name: 'Profile' })).toBeVisible()
    await expectAccessible(page)
  }
})
