import { prepareScreen, screens } from './screens.ts'
import { setLanguage, test } from './test.ts'

for (const screen of screens)
  for (const language of ['en', 'pt-BR'] as const)
    test(`takes screenshots of ${screen.name} in ${language}`, async ({
      page,
      context,
      product,
      expectFailures,
    }) => {
      if (screen.failure) expectFailures(screen.failure)
      const open = await prepareScreen(context, product, screen)
      await setLanguage(page, language)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        for (const width of [1440, 400]) {
          await page.setViewportSize({ width, height: 860 })
          await open(page)
          await page.evaluate(() => document.fonts.ready)
          const name = [screen.name, String(width), language, colorScheme].join('-')
          await page.screenshot({ path: `pictures/${name}.png`, animations: 'disabled' })
        }
      }
    })
