import { enter, screens } from './screens.ts'
import { expect, expectAccessible, speak, test } from './test.ts'

/** The longer language in both widths, the other one wide: what is narrow does not depend on the words. */
const views = [
  { language: 'en', widths: [1440] },
  { language: 'pt-BR', widths: [1440, 400] },
] as const

for (const screen of screens)
  for (const { language, widths } of views)
    test(`axe: ${screen.name} in ${language}, light and dark`, async ({ page, context, product }) => {
      // Each visit waits for its map to be drawn by the processor.
      test.slow()
      const open = await enter(context, product, screen)
      await speak(page, language)
      await page.emulateMedia({ reducedMotion: 'reduce' })
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 })
        await open(page)
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        expect(overflow, 'nothing reaches beyond the side of the window').toBeLessThanOrEqual(0)
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme })
          await expect(page.locator('html')).toHaveCSS('color-scheme', colorScheme)
          await expectAccessible(page)
        }
      }
    })

test('axe: sign-in with its messages, the open menu and the open avatar menu', async ({
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
    await enter(context, product, { name: '', path: '', as: { role: 'manager' } })
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
