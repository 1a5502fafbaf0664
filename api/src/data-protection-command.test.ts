import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import * as responses from '@baseline/contract/survey-responses/contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { compileCache } from '../../scripts/stack/processes.ts'
import { createOpenSurvey, interview } from './testing/responses.ts'
import { openWorld } from './testing/world.ts'
import type { World } from './testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

/** Runs the command as an operator does. */
const protect = (...args: string[]): Promise<{ code: number; output: string }> =>
  new Promise((resolve) => {
    const env = {
      ...compileCache,
      PATH: process.env['PATH'],
      NODE_ENV: 'test',
      PUBLIC_URL: 'http://localhost:1',
      DATABASE_URL: world.database.app,
      IDENTITY_URL: 'http://127.0.0.1:1',
      SERVICE_TOKEN: 'service-token-for-tests-0123456789',
      STORAGE_URL: pathToFileURL(world.files).href,
      STORAGE_SECRET: 'storage-secret-for-tests-0123456789',
    }
    const command = join(import.meta.dirname, 'data-protection-command.ts')
    execFile(process.execPath, [command, ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, output: (stdout + stderr).trim() }),
    )
  })

test('finds and erases a household, and lists what is due', { timeout: 60_000 }, async () => {
  const surveyId = await createOpenSurvey(world.db)
  const create = async (head: string) => {
    const data = { ...interview(surveyId), values: { head, farms: 'no' } }
    return (await world.as('manager')(responses.createSurveyResponse, { body: { data } })).body.id
  }
  const [erased, other] = [await create('Zefa Muianga'), await create('Rosa Nhaca')]
  const found = await protect('find', 'muianga')
  expect(found.code).toBe(0)
  expect(found.output).toContain(erased)
  expect(found.output).not.toContain(other)

  expect((await protect('erase', '--responses', erased)).code).toBe(2)
  expect((await protect('erase', '--responses', erased, '--reason', 'Request of 3 May')).code).toBe(0)
  const ids = await world.db.selectFrom('survey_responses').select('id').execute()
  expect(ids).toEqual([{ id: other }])
  expect(await protect('erase', '--responses', erased, '--reason', 'Again')).toEqual({
    code: 1,
    output: 'These data no longer exist',
  })

  expect((await protect('retention')).output).toContain(surveyId)
  expect(JSON.parse((await protect('run')).output)).toEqual({ erasures: [] })
})
