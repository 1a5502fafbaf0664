import { execFileSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import * as contract from '@baseline/contract/survey-responses/exports/contract.ts'
import type { SurveyDefinition } from '@baseline/contract/surveys/master.ts'
import { parseCsv } from '@baseline/tabular/testing/office.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { question } from '../../../testing/responses.ts'
import { createSurvey } from '../../../testing/surveys.ts'
import { openWorld } from '../../../testing/world.ts'
import type { World } from '../../../testing/world.ts'
import { exportJob } from './export-job.ts'

const definition: Partial<SurveyDefinition> = {
  label: 'Anonymous',
  choices: {
    sex: [
      { value: 'f', labels: { en: 'Female' } },
      { value: 'm', labels: { en: 'Male' } },
    ],
    staff: [{ value: 'zqstaff1', labels: { en: 'ZqStaffChoice' } }],
  },
  items: [
    // Nothing is marked: the rules of the product decide.
    question('interviewer', { type: 'text', feeds: 'investigatorName' }),
    question('enumerator', { type: 'choice', list: 'staff' }),
    question('head_name', { type: 'text' }),
    question('phone', { type: 'integer' }),
    question('email', { type: 'text' }),
    question('village', { type: 'text' }),
    question('head_sex', { type: 'choice', list: 'sex' }),
    question('head_age', { type: 'integer' }),
    question('rooms', { type: 'integer' }),
    {
      kind: 'repeat',
      key: 'members',
      labels: { en: 'Members' },
      items: [question('member_name', { type: 'text' }), question('member_age', { type: 'integer' })],
    },
  ],
}

let world: World
let surveyId: string
const secrets: string[] = ['zqstaff1', 'ZqStaffChoice']
const folders: string[] = []

const plant = (kind: string, n: number): string => {
  const secret = `Zq${kind}${String(n)}x`
  secrets.push(secret)
  return secret
}
const plantPhone = (n: number): number => {
  const phone = 840_010_000 + n * 7
  secrets.push(String(phone))
  return phone
}

const districts = ['Manica', 'Sofala', null]
const sexes = ['f', 'm', undefined]
/** Skewed, so that some combinations are frequent and others are rare. */
const householdOf = (n: number) => ({
  district: districts[n % 7 === 0 ? 1 : n % 31 === 0 ? 2 : 0] ?? null,
  sex: sexes[n % 5 === 0 ? 1 : n % 23 === 0 ? 2 : 0],
  age: 20 + ((n * n) % 40),
})
const count = 50

const insertResponses = async () => {
  const rows = Array.from({ length: count }, (_, n) => {
    const { district, sex, age } = householdOf(n)
    return {
      survey_id: surveyId,
      survey_version: 1,
      survey_label: 'Anonymous',
      status: 'approved' as const,
      display_id: `A-${String(n)}`,
      investigator_name: plant('enumerator', n % 5),
      investigator_email: `${plant('enumeratormail', n)}@example.org`,
      investigator_mobile_number: plant('mobile', n),
      supervisor_name: plant('supervisor', n % 3),
      email: `${plant('sender', n % 4)}@example.org`,
      district_name: district,
      village: plant('village', n),
      household_name: plant('household', n),
      photo_links: [`https://example.org/${plant('photo', n)}.jpg`],
      latitude: 11.123_45,
      longitude: 22.543_21,
      values: JSON.stringify({
        interviewer: plant('interviewer', n),
        enumerator: 'zqstaff1',
        head_name: plant('head', n),
        phone: plantPhone(n),
        email: `${plant('mail', n)}@example.org`,
        village: plant('answer', n),
        ...(sex && { head_sex: sex }),
        head_age: age,
        rooms: 3,
        members: [{ member_name: plant('member', n), member_age: 5 }],
      }),
    }
  })
  await world.db.insertInto('survey_responses').values(rows).execute()
  secrets.push('11.123', '22.543')
}

beforeAll(async () => {
  world = await openWorld()
  surveyId = await createSurvey(world.db, { ...definition, status: 'open' })
  await insertResponses()
}, 60_000)
afterAll(async () => {
  await world.close()
  for (const folder of folders) await rm(folder, { recursive: true })
})

interface Options {
  format: contract.ExportFormat
  personalData?: boolean
  filter?: object
}

/** Runs an export, and unpacks the file. */
const exportTo = async ({ format, personalData = false, filter = {} }: Options) => {
  const { body } = await world.as('manager')(contract.createSurveyExport, {
    body: {
      data: {
        format,
        personalData,
        status: 'START',
        filter: { surveyId: [surveyId], ...filter },
        language: 'en',
      },
    },
  })
  await exportJob.run({ exportId: body.id }, world.services)
  const finished = (await world.as('manager')(contract.getSurveyExport, { params: { id: body.id } })).body
  expect(finished).toMatchObject({ status: 'SUCCESS', failure: null })
  const { pathname, search } = new URL(finished.url ?? '')
  const bytes = (await world.app.inject({ url: pathname + search })).rawPayload
  const folder = await mkdtemp(join(tmpdir(), 'baseline-anonymous-'))
  folders.push(folder)
  await writeFile(join(folder, 'a.zip'), bytes)
  execFileSync('unzip', ['-q', 'a.zip', '-d', 'out'], { cwd: folder })
  return { finished, bytes, folder: join(folder, 'out') }
}

/** Returns the bytes of all files, and the rows of Stata and SPSS files as text: strings may be compressed. */
const contentOf = async (folder: string): Promise<string> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const texts: string[] = []
  for (const entry of entries.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name)
    texts.push(await readFile(path, 'utf8'))
    if (/\.(dta|sav)$/.test(entry.name))
      texts.push(
        execFileSync('readstat', [path, '-'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
      )
  }
  return texts.join('\n').toLowerCase()
}
const foundIn = (content: string): string[] => {
  const planted = [...new Set(secrets), world.people.manager.email]
  expect(planted.length).toBeGreaterThan(50 * 8)
  return planted.filter((secret) => content.includes(secret.toLowerCase()))
}

test.for(contract.exportFormats)(
  '%s without personal data contains no name, address, phone or place of a person',
  async (format) => {
    const filter = { investigatorName: ['Zqenumerator'], search: 'Zqhousehold', area: '2/2/1' }
    const { bytes, folder } = await exportTo({ format, filter })
    expect(foundIn(await contentOf(folder))).toEqual([])
    expect(foundIn(bytes.toString('latin1').toLowerCase())).toEqual([])
  },
)

test('the planted texts are in an export with personal data', async () => {
  const { folder, finished } = await exportTo({ format: 'csv', personalData: true })
  const found = new Set(foundIn(await contentOf(folder)))
  const missing = [...new Set(secrets)].filter((secret) => !found.has(secret))
  // The address of the enumerator is not exported, and a choice is exported with its label.
  expect(missing.filter((secret) => !/mail\d+x$|^zqstaff1$/.test(secret))).toEqual(
    // The column of the record has precedence over the answer.
    secrets.filter((secret) => secret.startsWith('Zqinterviewer')),
  )
  expect(finished.smallCells).toBeNull()
})

const readCsv = async (folder: string) => {
  const [head = [], ...rows] = parseCsv(await readFile(join(folder, 'data.csv'), 'utf8'))
  return { head, rows, column: (name: string) => rows.map((row) => row[head.indexOf(name)] ?? '') }
}

test('staff have the same pseudonym in every export', async () => {
  const [first, second] = [await exportTo({ format: 'csv' }), await exportTo({ format: 'csv' })]
  const [one, other] = [await readCsv(first.folder), await readCsv(second.folder)]
  for (const [header, letter, persons] of [
    ['Enumerator (pseudonym)', 'E', 5],
    ['Supervisor (pseudonym)', 'S', 3],
    ['Sent by (pseudonym)', 'U', 4],
  ] as const) {
    const pseudonyms = one.column(header)
    expect(pseudonyms).toEqual(other.column(header))
    expect(new Set(pseudonyms).size).toBe(persons)
    // Row n has the person n % persons.
    expect(pseudonyms.every((pseudonym, n) => pseudonym === pseudonyms[n % persons])).toBe(true)
    expect(pseudonyms[0]).toMatch(new RegExp(`^${letter}-[0-9A-Z]{10}$`))
  }
  expect(one.head).not.toContain('Enumerator')
  const stata = await contentOf((await exportTo({ format: 'dta' })).folder)
  for (const pseudonym of new Set(one.column('Enumerator (pseudonym)')))
    expect(stata).toContain(pseudonym.toLowerCase())
})

/** Counts the small cells of the planted households in the simplest way. */
const countNaively = (isIncluded: (n: number) => boolean) => {
  const sizes = new Map<string, number>()
  for (let n = 0; n < count; n += 1) {
    if (!isIncluded(n)) continue
    const { district, sex, age } = householdOf(n)
    const cell = JSON.stringify([district, sex, Math.floor(age / 10)])
    sizes.set(cell, (sizes.get(cell) ?? 0) + 1)
  }
  const small = [...sizes.values()].filter((size) => size < 5)
  return { count: small.length, responses: small.reduce((sum, size) => sum + size, 0), cells: sizes.size }
}

test.for(contract.exportFormats)(
  '%s counts the combinations that fewer than five households share, and warns in the file',
  async (format) => {
    const expected = countNaively(() => true)
    expect(expected.count).toBeGreaterThan(2)
    expect(expected.cells - expected.count).toBeGreaterThan(1)
    const { finished, folder } = await exportTo({ format })
    const names = format === 'dta' || format === 'sav'
    expect(finished.smallCells).toEqual({
      count: expected.count,
      responses: expected.responses,
      columns: names
        ? ['districtName', 'villageType', 'villageCategory', 'head_sex', 'head_age']
        : ['District', 'Type of village', 'Category of village', 'head_sex', 'head_age'],
    })
    const content = await contentOf(folder)
    expect(content).toContain(`fewer than 5 responses: ${String(expected.count)}.`)
  },
)

test('counts within the filter of the export, and does not warn of nothing', async () => {
  const inSofala = await exportTo({ format: 'csv', filter: { districtName: ['Sofala'] } })
  const expected = countNaively((n) => householdOf(n).district === 'Sofala')
  expect(inSofala.finished.smallCells).toMatchObject({ count: expected.count, responses: expected.responses })
  const empty = await exportTo({ format: 'csv', filter: { village: ['Nowhere'] } })
  expect(empty.finished.smallCells).toMatchObject({ count: 0, responses: 0 })
  expect(await contentOf(empty.folder)).not.toContain('warning')
})
