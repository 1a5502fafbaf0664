import { mainHeading } from './locators.ts'
import { fetchDemoSurveyId } from './responses.ts'
import { createFlaggedResponse } from './sample-responses.ts'
import { expect, expectAccessible, setLanguage, test } from './test.ts'
import { signInAs } from './users.ts'

test('a supervisor reads the checks of a survey without changing them', async ({
  page,
  context,
  product,
}) => {
  test.slow()
  await signInAs(context, product, 'supervisor')
  await createFlaggedResponse(context, product)
  const surveyId = await fetchDemoSurveyId(context, product)
  await page.goto('/')
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Checks' }).click()
  await expect(mainHeading(page)).toHaveText('Checks')
  await expect(page.getByText('Only managers can change checks.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'Time',
    'Place',
    'Duplicates',
    'Answers and photos',
    'Enumerators',
  ])
  const rule = page.getByRole('listitem', { name: 'Short interview', exact: true })
  await expect(rule).toContainText(
    'Shortest duration: 0 min · Time per answer: 4 s · Answers needed for the time per answer: 10',
  )
  await expect(rule.getByRole('img')).toHaveAccessibleName(
    /^New flags per day, the oldest day first: (\d+; ){13}\d+$/,
  )
  await expectAccessible(page)

  // The open flags lead to their responses.
  await page
    .getByRole('listitem', { name: 'Location', exact: true })
    .getByRole('link', { name: /^[\d,]+ open flags?$/ })
    .click()
  await expect(page).toHaveURL(/flag=.*G1/)
  await expect(page.getByRole('button', { name: /^Flag: Location/ })).toBeVisible()
  await expect(page.getByRole('button', { name: /^State of the flag: Open/ })).toBeVisible()

  await page.goto(`/checks/T9?survey=${surveyId}`)
  await expect(mainHeading(page)).toHaveText('Overlapping interviews')
  await expect(page.getByRole('definition')).toHaveText([
    'Error (overlap), Warning (one within the other), Note (short gap)',
    '2 minDefault 2 min. From 0 min to 1,440 min.',
    '5 minDefault 5 min. From 0 min to 1,440 min.',
  ])
  await expect(page.getByText('Only managers can change checks.')).toBeVisible()
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)

  await page.goto('/checks/X1')
  await expect(mainHeading(page)).toHaveText('Checks')

  await setLanguage(page, 'pt-BR')
  await page.setViewportSize({ width: 400, height: 800 })
  await page.goto(`/checks?survey=${surveyId}`)
  await expect(page.getByRole('heading', { name: 'Entrevistas sobrepostas' })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(400)
  await expectAccessible(page)
})

test('a monitor has no menu item and cannot open the checks', async ({ page, context, product }) => {
  await signInAs(context, product, 'monitor')
  await page.goto('/')
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await expect(menu.getByRole('link')).toHaveText(['Dashboard'])
  await page.goto('/checks')
  await expect(page.getByText("Sorry, you don't have access to this page")).toBeVisible()
})
