import { visitHostileDashboard, visitHostileMaps, visitHostileSurveys } from './hostile-fieldwork.ts'
import { visitHostileResponses } from './hostile-pages.ts'
import { hostileTexts } from './hostile-texts.ts'
import { expect, test } from './test.ts'
import { signInAs } from './users.ts'

for (const [where, visit] of [
  ['on the screens of survey responses', visitHostileResponses],
  ['on the dashboard', visitHostileDashboard],
  ['on the map', visitHostileMaps],
  ['as the name of a survey', visitHostileSurveys],
] as const)
  test(`never executes a hostile text ${where}`, async ({ page, context, product }) => {
    await signInAs(context, product, 'manager')
    const { breaches, pages } = await visit(page, context, product, hostileTexts)
    console.log(
      `${String(hostileTexts.length)} texts on ${String(pages)} pages: ${String(breaches.length)} breaches`,
    )
    expect(breaches).toEqual([])
  })
