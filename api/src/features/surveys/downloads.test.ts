import { loadSurvey } from '@baseline/contract/surveys/upload.ts'
import { readWorkbook } from '@baseline/tabular/read-workbook.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { question } from '../../testing/responses.ts'
import { createSurvey, definitionOf, writeForm } from '../../testing/surveys.ts'
import { identities, openWorld } from '../../testing/world.ts'
import type { IdentityName, World } from '../../testing/world.ts'
import { loadSurvey as storeVersion } from './load-survey.ts'

const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

let world: World
let surveyId: string
let codebookSurveyId: string
let workbook: File
beforeAll(async () => {
  world = await openWorld()
  const survey = [['select_one_from_file towns.csv', 'town', 'Town']]
  workbook = await writeForm({ formId: 'downloads', survey, name: 'Inquérito (v1).xlsx' })
  const attachments = [new File(['name,label\nt1,Tete\n'], 'towns.csv')]
  surveyId = (await world.as('manager')(loadSurvey, { body: {}, file: workbook, attachments })).body.id
  codebookSurveyId = await createCodebookSurvey()
  await world.db.updateTable('surveys').set({ status: 'open' }).execute()
})
afterAll(() => world.close())

/** Creates a survey with two versions: the second has no `rooms`, and one choice more. */
const createCodebookSurvey = async (): Promise<string> => {
  const water = [
    { value: 'well', labels: { en: 'Well', pt: 'Poço' } },
    { value: '7', labels: { en: 'River', pt: 'Rio' } },
  ]
  const first = definitionOf({
    formId: 'codebook',
    languages: ['en', 'pt'],
    choices: { water },
    items: [
      question('rooms', { type: 'integer', labels: { en: 'Rooms', pt: 'Quartos' } }),
      question('source', { type: 'choice', list: 'water', labels: { en: 'Source', pt: 'Fonte' } }),
      question('start', { type: 'date', labels: { en: 'Start', pt: 'Início' } }),
      {
        kind: 'repeat',
        key: 'members',
        labels: { en: 'Members', pt: 'Membros' },
        items: [question('skills', { type: 'choices', list: 'water', labels: { en: 'Uses', pt: 'Usa' } })],
      },
    ],
  })
  const id = await createSurvey(world.db, first)
  await storeVersion(
    { db: world.db, author: { id: undefined, email: 'operator' } },
    {
      ...first,
      choices: { water: [...water, { value: 'tap', labels: { en: 'Tap', pt: 'Torneira' } }] },
      items: first.items.slice(1),
    },
  )
  return id
}

const get = async (path: string, role: IdentityName = 'supervisor') => {
  const token = role === 'anonymous' ? undefined : world.people[role].token
  const { statusCode, headers, rawPayload } = await world.app.inject({
    url: `/api/${path}`,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  })
  const { 'content-type': type, 'content-disposition': disposition } = headers
  return { status: statusCode, type, disposition, bytes: new Uint8Array(rawPayload) }
}

const downloads = () =>
  [
    [`surveys/${surveyId}/versions/1/workbook`, workbookType, 'Inqu%C3%A9rito%20%28v1%29.xlsx'],
    [`surveys/${surveyId}/versions/1/lists/towns.csv`, 'text/csv', 'towns.csv'],
    [`surveys/${surveyId}/versions/1/xform`, 'application/xml', 'downloads-1.xml'],
    [`survey-exports/codebook/${codebookSurveyId}`, workbookType, 'codebook-codebook.xlsx'],
  ] as const

test('downloads have a type and a file name', async () => {
  for (const [path, type, name] of downloads())
    expect(await get(path), path).toMatchObject({
      status: 200,
      type,
      disposition: `attachment; filename*=UTF-8''${name}`,
    })
})

test('downloads are refused without the permission to read surveys', async () => {
  const expected: Partial<Record<IdentityName, number>> = { manager: 200, supervisor: 200, anonymous: 401 }
  for (const [path] of downloads())
    for (const role of identities)
      expect((await get(path, role)).status, `${path} as ${role}`).toBe(expected[role] ?? 403)
})

test('the workbook has the bytes that were sent', async () => {
  const { bytes } = await get(`surveys/${surveyId}/versions/1/workbook`)
  expect(Buffer.from(bytes).equals(Buffer.from(await workbook.arrayBuffer()))).toBe(true)
})

test('the XForm has the version, the choices of the list and the questions', async () => {
  const { bytes } = await get(`surveys/${surveyId}/versions/1/xform`)
  const xml = Buffer.from(bytes).toString()
  expect(xml).toMatch(/^<\?xml[^]*<data id="downloads" version="1\.\d+">/)
  for (const part of ['nodeset="/data/town"', 'Tete', '<name>t1</name>']) expect(xml).toContain(part)
})

describe('the codebook', () => {
  const limits = {
    fileBytes: 1_000_000,
    entries: 20,
    partBytes: 1_000_000,
    totalBytes: 5_000_000,
    strings: 10_000,
    rows: 1_000,
    columns: 20,
    cells: 10_000,
  }
  const rowsIn = async (language: string) => {
    const { bytes } = await get(`survey-exports/codebook/${codebookSurveyId}?language=${language}`)
    const [sheet] = await readWorkbook(bytes, limits)
    return (sheet?.rows ?? []).map((row) => Array.from({ length: 9 }, (_, index) => row[index] ?? null))
  }

  test.for([
    ['en', 'Rooms', 'Source', 'Well', 'River', 'Tap', 'Start (start)', 'Start', 'Uses', 'Yes'],
    ['pt-BR', 'Quartos', 'Fonte', 'Poço', 'Rio', 'Torneira', 'Início (start)', 'Início', 'Usa', 'Sim'],
  ] as const)(
    'in %s has labels, types, versions, codes and the names of the columns of an export',
    async ([language, rooms, source, well, river, tap, startColumn, start, uses, yes]) => {
      const rows = await rowsIn(language)
      expect(rows[0]).toHaveLength(9)
      const of = (key: string) => rows.filter((row) => row[3] === key)
      // Version 1 only.
      expect(of('rooms')).toEqual([['data', rooms, 'rooms', 'rooms', 'integer', rooms, '1', null, null]])
      // A value that is a whole number is its own code in Stata and SPSS.
      expect(of('source')).toEqual([
        ['data', source, 'source', 'source', 'choice', source, '1 2', null, null],
        ['data', source, 'source', 'source', 'choice', well, null, 'well', 8],
        ['data', source, 'source', 'source', 'choice', river, null, '7', 7],
        ['data', source, 'source', 'source', 'choice', tap, null, 'tap', 9],
      ])
      // A column of the record has the same label, so the header shows the variable.
      expect(of('start')).toEqual([['data', startColumn, 'start', 'start', 'date', start, '1 2', null, null]])
      expect(of('skills/tap')).toContainEqual([
        'members',
        `${uses} / ${tap}`,
        'skills_tap',
        'skills/tap',
        'choices',
        yes,
        null,
        '1',
        1,
      ])
      expect(of('displayId').map(([sheet]) => sheet)).toEqual(['data', 'members'])
    },
  )

  test('is not found for an unknown survey', async () => {
    expect((await get(`survey-exports/codebook/${crypto.randomUUID()}`)).status).toBe(404)
  })
})
