import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { listSurveys } from '@baseline/contract/surveys/contract.ts'
import { writeWorkbook } from '@baseline/tabular/write-workbook.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openWorld } from './testing/world.ts'
import type { World } from './testing/world.ts'

let world: World
let folder: string
beforeAll(async () => {
  world = await openWorld()
  folder = await mkdtemp(join(tmpdir(), 'baseline-forms-'))
})
afterAll(async () => {
  await world.close()
  await rm(folder, { recursive: true })
})

/** Runs the command as an operator does, in the folder of the files. */
const survey = (...args: string[]): Promise<{ code: number; output: string }> =>
  new Promise((resolve) => {
    const env = {
      ...process.env,
      NODE_ENV: 'test',
      INIT_CWD: folder,
      PUBLIC_URL: 'http://localhost:1',
      DATABASE_URL: world.database.app,
      IDENTITY_URL: 'http://127.0.0.1:1',
      SERVICE_TOKEN: 'service-token-for-tests-0123456789',
      SMTP_URL: 'smtp://127.0.0.1:1',
      STORAGE_URL: pathToFileURL(world.files).href,
      STORAGE_SECRET: 'storage-secret-for-tests-0123456789',
    }
    const command = join(import.meta.dirname, 'survey-command.ts')
    execFile(process.execPath, [command, ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, output: (stdout + stderr).trim() }),
    )
  })

const put = async (file: string, rows: (string | null)[][]) =>
  writeFile(
    join(folder, file),
    await writeWorkbook([
      { name: 'survey', rows: [['type', 'name', 'label', 'relevant'], ...rows] },
      {
        name: 'settings',
        rows: [
          ['form_title', 'form_id'],
          ['Água', 'water'],
        ],
      },
    ]),
  )

test('an operator checks, loads, loads again, opens and changes a survey', async () => {
  await put('water.xlsx', [['text', 'source', 'Source', null]])
  expect(await survey('check', 'water.xlsx')).toEqual({ code: 0, output: 'water: no mistakes' })
  expect(await survey('load', 'water.xlsx', '--open-from', '2026-03-01')).toEqual({
    code: 0,
    output: 'water: loaded as version 1',
  })
  expect((await survey('load', 'water.xlsx')).output).toBe('water: the same as version 1')
  await put('water.xlsx', [['text', 'source', 'Main source', null]])
  expect((await survey('load', 'water.xlsx')).output).toBe('water: loaded as version 2')
  expect((await survey('set', 'water', '--status', 'open')).code).toBe(0)
  const { body } = await world.as('manager')(listSurveys, { query: { limit: 10 } })
  expect(body.rows).toMatchObject([
    { label: 'Água', version: 2, status: 'open', openFrom: '2026-03-01', closeOn: null, responseCount: 0 },
  ])
})

test('prints the differences, and loads a breaking version only if it is allowed', async () => {
  await put('fields.xlsx', [
    ['text', 'source', 'Source', null],
    ['integer', 'depth', 'Depth', null],
  ])
  await survey('load', 'fields.xlsx')
  const { id, version } = await world.db
    .selectFrom('surveys')
    .select(['id', 'version'])
    .where('form_id', '=', 'water')
    .executeTakeFirstOrThrow()
  await world.services.pool.query(
    `insert into survey_responses (survey_id, survey_version, survey_label, display_id, status, end_time,
       investigator_name, supervisor_name, "values")
     values ($1, $2, 'Água', 'W1', 'submitted', now(), 'Ana', 'Rui', '{"depth": 3}')`,
    [id, version],
  )
  await put('fields.xlsx', [['text', 'source', 'Main source', null]])
  expect((await survey('diff', 'fields.xlsx')).output.split('\n')).toEqual([
    'changed question source: labels',
    'removed question depth - BREAKS the answers of 1 responses',
  ])
  expect(await survey('load', 'fields.xlsx')).toEqual({
    code: 1,
    output:
      'The new version breaks existing answers: confirm the number of responses, 1\nConfirm with --allow-breaking',
  })
  expect((await survey('load', 'fields.xlsx', '--allow-breaking')).output).toBe(
    `water: loaded as version ${String(version + 1)}`,
  )
})

test('prints warnings and loads', async () => {
  await put('careless.xlsx', [['text', 'a', null, null]])
  expect(await survey('check', 'careless.xlsx')).toEqual({
    code: 0,
    output:
      'water: no mistakes\nWarning: Sheet survey, row 2, column C: the label in en is missing; the name or another language is used',
  })
})

test('reports mistakes with their cell and loads nothing', async () => {
  await put('broken.xlsx', [
    ['wonder', 'a', 'A', null],
    ['text', 'b', 'B', '${c} = 1'],
  ])
  expect(await survey('load', 'broken.xlsx', '--language', 'pt-BR')).toEqual({
    code: 1,
    output:
      'Planilha survey, linha 2, coluna A: o tipo wonder não é suportado\nPlanilha survey, linha 3, coluna D: não existe a pergunta c',
  })
  await writeFile(join(folder, 'text.xlsx'), 'type,name,label')
  expect(await survey('check', 'text.xlsx')).toEqual({
    code: 1,
    output: 'The file is not an Excel workbook (.xlsx)',
  })
  expect(await survey('check', 'gone.xlsx')).toEqual({ code: 1, output: 'The file gone.xlsx does not exist' })
  expect((await survey('set', 'nowhere', '--status', 'open')).output).toBe(
    'No survey has the form_id nowhere',
  )
})

test.for([
  [],
  ['load'],
  ['bake', 'x'],
  ['set', 'water', '--status', 'gone'],
  ['load', 'x', '--open-from', 'soon'],
])('prints the usage for an invalid command: %j', async (args) => {
  const { code, output } = await survey(...args)
  expect([code, output.startsWith('usage: survey')]).toEqual([2, true])
})
