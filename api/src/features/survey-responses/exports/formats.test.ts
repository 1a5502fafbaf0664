import * as contract from '@baseline/contract/survey-responses/exports/contract.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { createSurvey } from '../../../testing/surveys.ts'
import { openWorld } from '../../../testing/world.ts'
import type { World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
}, 60_000)
afterAll(() => world.close())

const { PATH } = process.env
afterEach(() => {
  process.env['PATH'] = PATH
})

test('lists a format with its missing package and refuses it until the package is installed', async () => {
  const surveyId = [await createSurvey(world.db, { status: 'open' })]
  const formats = async () => (await world.as('supervisor')(contract.listExportFormats, {})).body
  const requestExport = async (format: contract.ExportFormat) =>
    (
      await world.as('supervisor')(contract.createSurveyExport, {
        body: { data: { filter: { surveyId }, status: 'START', format } },
      })
    ).body

  // No program is on this path. The order matters: a program that was found once is not searched again.
  process.env['PATH'] = '/nonexistent'
  expect(await formats()).toEqual([
    { format: 'xlsx', missingPackage: null },
    { format: 'csv', missingPackage: null },
    { format: 'dta', missingPackage: 'readstat' },
    { format: 'sav', missingPackage: 'readstat' },
  ])
  expect(await requestExport('dta')).toMatchObject({
    code: 'entities.surveyExports.errors.formatUnavailable',
    message: 'The server needs the package readstat to write this format',
  })
  expect(await requestExport('csv')).toMatchObject({ status: 'START', format: 'csv' })

  process.env['PATH'] = PATH
  expect((await formats()).map(({ missingPackage }) => missingPackage)).toEqual([null, null, null, null])
  expect(await requestExport('dta')).toMatchObject({ status: 'START', format: 'dta' })
})
