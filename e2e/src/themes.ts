import { themes } from '@baseline/contract/settings/contract.ts'

import { expect, expectAccessible, test } from './test.ts'
import { fetchHeaders, signInAs } from './users.ts'

test('the settings screen has no accessibility violation in any theme, light or dark', async ({
  page,
  context,
  product,
}) => {
  await signInAs(context, product, 'manager')
  const colours = new Set<string>()
  for (const theme of themes) {
    const saved = await context.request.put(`${product.url}/api/settings`, {
      headers: await fetchHeaders(context, product),
      data: { settings: { theme } },
    })
    expect(saved.ok()).toBe(true)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.goto('/settings')
      const current = page.getByRole('navigation').getByRole('link', { name: 'Settings' })
      await expect(current).toBeVisible()
      await expect(page.getByRole('radio', { checked: true })).toHaveValue(theme)
      const colour = await current.evaluate((link) => getComputedStyle(link).color)
      colours.add(`${colorScheme} ${colour}`)
      await expectAccessible(page)
      console.log(`${theme} ${colorScheme}: 0 violations, menu ${colour}`)
    }
  }
  expect(colours.size, 'different menu colours').toBe(themes.length * 2)
})
