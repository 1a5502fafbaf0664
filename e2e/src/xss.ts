import { visitHostile } from './hostile-pages.ts'
import { hostileTexts } from './hostile-texts.ts'
import { aPerson, signIn } from './people.ts'
import { expect, test } from './test.ts'

test('no hostile text ever runs on the screens of survey responses', async ({ page, context, product }) => {
  await signIn(context, product, await aPerson(product, { role: 'manager' }))
  const { breaches, pages } = await visitHostile(page, context, product, hostileTexts)
  console.log(
    `${String(hostileTexts.length)} texts on ${String(pages)} pages: ${String(breaches.length)} breaches`,
  )
  expect(breaches).toEqual([])
})
