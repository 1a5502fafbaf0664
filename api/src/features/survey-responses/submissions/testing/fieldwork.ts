import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'

import { createDevice, revokeDevice } from '@baseline/contract/devices/contract.ts'
import { listImages } from '@baseline/contract/survey-responses/contract.ts'
import { sql } from 'kysely'
import { expect } from 'vitest'

import type { Answers } from '../../../../../../scripts/collect/fill.ts'
import { Phone } from '../../../../../../scripts/collect/phone.ts'
import type { Instance } from '../../../../../../scripts/collect/phone.ts'
import { writeSettings } from '../../../../../../scripts/collect/settings.ts'
import { findFreePort, startProcess, waitUntilReady } from '../../../../../../scripts/stack/processes.ts'
import type { RunningProcess } from '../../../../../../scripts/stack/processes.ts'
import { removeDueFiles } from '../../../../features/data-protection/clean-up.ts'
import { openStorage } from '../../../../platform/storage/open-storage.ts'
import { createOpenSurvey, question } from '../../../../testing/responses.ts'
import { waitUntil } from '../../../../testing/worker.ts'
import { openWorld } from '../../../../testing/world.ts'
import { sweepFiles } from '../../../storage/purge-files-job.ts'
import { answersOf, roomPhotos, widthOf } from './photos.ts'
import type { Photo } from './photos.ts'

/** The interview that a scenario expects in the product. */
export interface ExpectedInterview {
  /** The name in the interview, which no other one has. */
  head: string
  photos: readonly Photo[]
  village?: string
}

interface ScenarioResult {
  posts: number
  responses: number
  photos: number
}

/**
 * Starts the api and the worker as processes, with their own database and file storage. Phones send interviews to
 * them, and both can be killed.
 */
export const startFieldwork = async () => {
  const world = await openWorld()
  const { db, services } = world
  const port = await findFreePort()
  const url = `http://127.0.0.1:${String(port)}`
  const workerPort = await findFreePort()

  const start = async (file: 'main.ts' | 'worker.ts', usedPort: number): Promise<RunningProcess> => {
    const service = startProcess(process.execPath, [`src/${file}`], {
      cwd: new URL('../../../../..', import.meta.url).pathname,
      env: {
        PATH: process.env['PATH'],
        NODE_ENV: 'test',
        PORT: String(usedPort),
        PUBLIC_URL: url,
        DATABASE_URL: world.database.app,
        IDENTITY_URL: world.tokens.url,
        SERVICE_TOKEN: 'service-token-for-tests-0123456789',
        STORAGE_URL: pathToFileURL(world.files).href,
        STORAGE_SECRET: 'storage-secret-for-tests-0123456789',
      },
      onLine: () => {},
    })
    await waitUntilReady(`http://127.0.0.1:${String(usedPort)}/ready`, service)
    return service
  }
  const startApi = () => start('main.ts', port)
  const startWorker = () => start('worker.ts', workerPort)
  let [api, worker] = await Promise.all([startApi(), startWorker()])

  const kill = async ({ process: child }: RunningProcess): Promise<void> => {
    const exited = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await exited
  }

  const surveyId = await createOpenSurvey(db, {
    items: [
      question('village', { type: 'text', feeds: 'village' }),
      question('head', { type: 'text', required: true, personal: true, feeds: 'householdName' }),
      question('house', { type: 'photo' }),
      {
        kind: 'repeat',
        key: 'rooms',
        labels: { en: 'Rooms' },
        items: roomPhotos.map((key) => question(key, { type: 'photo' })),
      },
    ],
  })
  const { form_id: formId } = await db
    .selectFrom('surveys')
    .select('form_id')
    .where('id', '=', surveyId)
    .executeTakeFirstOrThrow()
  const phones: Phone[] = []
  const results = new Map<string, ScenarioResult>()
  const countedPosts = new WeakMap<Phone, number>()

  /** Adds an interview to the line of its scenario, with the posts that its phone has sent since the last one. */
  const report = (scenario: string, phone: Phone, photoCount: number): void => {
    const sentPosts = phone.requests.filter(({ method }) => method === 'POST').length
    const { posts, responses, photos } = results.get(scenario) ?? { posts: 0, responses: 0, photos: 0 }
    results.set(scenario, {
      posts: posts + sentPosts - (countedPosts.get(phone) ?? 0),
      responses: responses + 1,
      photos: photos + photoCount,
    })
    countedPosts.set(phone, sentPosts)
  }

  /** Creates a device and a phone that has scanned its code and downloaded the form. */
  const createPhone = async () => {
    const { body } = await world.as('manager')(createDevice, { body: { data: { label: 'Phone' } } })
    const server = `${url}/api/field/${body.token}`
    const phone = new Phone(writeSettings({ general: { server_url: server, delete_send: false }, admin: {} }))
    phones.push(phone)
    await phone.refreshForms()
    phone.getForm(formId).isEditable = true
    return { phone, deviceId: body.id }
  }

  const finalize = (phone: Phone, { head, photos, village = 'Chimoio' }: ExpectedInterview): Instance =>
    phone.finalize(
      phone.getForm(formId),
      { '/data/village': village, '/data/head': head, ...answersOf(photos) } satisfies Answers,
      { files: photos },
    )

  const findResponses = async (head: string) => {
    const { rows } = await sql<{ id: string; village: string; values: Record<string, unknown> }>`
      select id, village, "values" from survey_responses where "values" ->> 'head' = ${head}`.execute(db)
    return rows
  }

  /** Waits until the worker has checked the files of an interview. */
  const waitForFiles = async (head: string): Promise<void> => {
    const ids = (await findResponses(head)).map(({ id }) => id)
    await waitUntil(async () => {
      const waiting = await db
        .selectFrom('field_attachments')
        .select('name')
        .where('state', '=', 'received')
        .where('kind', 'is not', null)
        .where('response_id', 'in', ids)
        .limit(1)
        .execute()
      return waiting.length === 0
    })
  }

  const listObjects = async (): Promise<string[]> => {
    const entries = await readdir(world.files, { recursive: true, withFileTypes: true })
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => relative(world.files, join(entry.parentPath, entry.name)))
  }

  /** Keys of the files of responses, with their thumbnails. */
  const listFileKeys = async (): Promise<string[]> => {
    const files = await db.selectFrom('files').select(['key', 'thumbnail_key']).execute()
    return files.flatMap(({ key, thumbnail_key: small }) => (small === null ? [key] : [key, small]))
  }

  /** Keys that a row refers to, in one snapshot: the worker moves them from one table to another. */
  const listKeys = async (): Promise<Set<string>> => {
    const { rows } = await sql<{ key: string }>`
      select key from files union all select key from files_to_remove
      union all select thumbnail_key from files where thumbnail_key is not null
      union all select storage_key from field_attachments where storage_key is not null`.execute(db)
    return new Set(rows.map(({ key }) => key))
  }

  /** Returns the objects that no row refers to. A file that is being written, or was when a process died, is removed later. */
  const findOrphans = async (): Promise<string[]> => {
    const objects = await listObjects()
    const keys = await listKeys()
    const unknown = objects.filter((key) => !keys.has(key) && !key.endsWith('.part'))
    if (unknown.length === 0) return []
    // An object may have been removed together with its row since it was listed.
    const present = new Set(await listObjects())
    return unknown.filter((key) => present.has(key))
  }

  /** Downloads the photos of a response, as a browser does. */
  const downloadPhotos = async (responseId: string) => {
    const { body: images } = await world.as('manager')(listImages, { params: { id: responseId } })
    return Promise.all(
      images.map(async ({ id, name, question: of, publicUrl, thumbnailUrl }) => {
        const { pathname, search } = new URL(publicUrl)
        expect(new URL(thumbnailUrl).pathname).not.toBe(pathname)
        const answer = await fetch(url + pathname + search)
        expect(answer.status).toBe(200)
        return { id, name, question: of, width: await widthOf(Buffer.from(await answer.arrayBuffer())) }
      }),
    )
  }

  const byQuestion = <T extends { question: string | null }>(photos: readonly T[]): T[] =>
    photos.toSorted((a, b) => (a.question ?? '').localeCompare(b.question ?? ''))

  /**
   * Checks that the interview is one response, that each photo is stored once for its question, that it can be
   * downloaded, and that the storage has no file without a row.
   */
  const expectStored = async (
    scenario: string,
    { head, photos, village = 'Chimoio' }: ExpectedInterview,
    phone: Phone,
  ): Promise<void> => {
    const found = await findResponses(head)
    expect(found).toHaveLength(1)
    await waitForFiles(head)
    const [response] = await findResponses(head)
    expect(response?.village).toBe(village)
    const stored = byQuestion(await downloadPhotos(response?.id ?? ''))
    expect(stored.map(({ question: of, name, width }) => ({ question: of, name, width }))).toEqual(
      byQuestion(photos).map(({ question: of, name, width }) => ({ question: of, name, width })),
    )
    for (const { id, question: of } of stored) {
      const [key = '', row = '', field = ''] = (of ?? '').split('.')
      const value = response?.values[key]
      expect(row === '' ? value : (value as Record<string, unknown>[])[Number(row)]?.[field]).toBe(id)
    }
    expect(await findOrphans()).toEqual([])
    report(scenario, phone, stored.length)
  }

  return {
    world,
    url,
    formId,
    /** Prints what each scenario has left in the product. */
    printResults: () => {
      const lines = [...results].map(([scenario, { posts, responses, photos }]) =>
        [scenario.padEnd(50), ...[posts, responses, photos].map((count) => String(count).padStart(9))].join(
          ' ',
        ),
      )
      process.stdout.write(
        `${['scenario'.padEnd(50), '    posts responses    photos'].join(' ')}\n${lines.join('\n')}\n`,
      )
    },
    createPhone,
    finalize,
    expectStored,
    findResponses,
    findOrphans,
    revoke: async (id: string) => {
      const answer = await world.as('manager')(revokeDevice, { params: { id } })
      expect(answer.status).toBe(200)
    },
    removeDueFiles: () => removeDueFiles(services),
    killApi: () => kill(api),
    startApi: async () => {
      api = await startApi()
    },
    killWorker: () => kill(worker),
    startWorker: async () => {
      worker = await startWorker()
    },
    /**
     * Lets a day pass for the storage: removes what is due, and what killed processes left. Returns the objects that
     * are then neither a file of a response nor its thumbnail.
     */
    findLeftovers: async (): Promise<string[]> => {
      // The worker would still write files.
      await kill(worker)
      await db
        .updateTable('files_to_remove')
        .set({ due_at: sql<Date>`now()` })
        .execute()
      await removeDueFiles(services)
      await sweepFiles(await openStorage(world.config, () => Date.now() + 90_000_000))
      const used = new Set(await listFileKeys())
      return (await listObjects()).filter((key) => !used.has(key))
    },
    stop: async () => {
      for (const phone of phones) phone.close()
      await Promise.all([api.stop(), worker.stop()])
      await world.close()
    },
  }
}

export type Fieldwork = Awaited<ReturnType<typeof startFieldwork>>
