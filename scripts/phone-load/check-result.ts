import { readdir, readFile, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

import type pg from 'pg'

import { readConfig } from '../../api/src/config.ts'
import { removeDueFiles } from '../../api/src/features/data-protection/clean-up.ts'
import { purgeFilesJob } from '../../api/src/features/storage/purge-files-job.ts'
import { openServices } from '../../api/src/services.ts'
import { readNumberedPhoto } from '../../api/src/testing/numbered-photos.ts'
import { formId, numberOfPhoto, photoQuestions } from './questionnaire.ts'

interface Target {
  owner: pg.Client
  apiEnv: NodeJS.ProcessEnv & { STORAGE_URL: string }
}

const storedFiles = async (storageUrl: string): Promise<string[]> => {
  const root = fileURLToPath(storageUrl)
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(root.length + 1))
}

/** Waits until the worker has converted all photos, with their thumbnails. Fails after a minute without progress. */
export const waitForPhotos = async ({ owner }: Target): Promise<void> => {
  let [waiting, changedAt] = [Number.NaN, Date.now()]
  for (;;) {
    const { rows } = await owner.query<{ waiting: number }>(`
      select ((select count(*) from field_attachments where state = 'received')
        + (select count(*) from files where thumbnail_key is null))::int waiting`)
    const count = rows[0]?.waiting ?? 0
    if (count === 0) return
    if (count !== waiting) [waiting, changedAt] = [count, Date.now()]
    if (Date.now() - changedAt > 60_000) throw new Error(`${String(count)} photos are still not converted`)
    await sleep(500)
  }
}

/** Runs the removal of unused files as if a day had passed. */
const removeUnusedFiles = async ({ owner, apiEnv }: Target): Promise<void> => {
  await owner.query('update files_to_remove set due_at = now()')
  const yesterday = new Date(Date.now() - 2 * 86_400_000)
  for (const key of await storedFiles(apiEnv.STORAGE_URL))
    if (key.endsWith('.part'))
      await utimes(join(fileURLToPath(apiEnv.STORAGE_URL), key), yesterday, yesterday)
  const services = await openServices(readConfig(apiEnv), { runsJobs: false })
  await removeDueFiles(services)
  await purgeFilesJob.run({}, services)
  await services.close()
}

/** Returns what the storage has too much or too little, compared with the rows of files. */
const compareStorage = async (target: Target): Promise<{ orphans: string[]; missing: string[] }> => {
  await removeUnusedFiles(target)
  const { rows } = await target.owner.query<{ key: string; thumbnail_key: string | null }>(
    'select key, thumbnail_key from files',
  )
  const keys = new Set(
    rows.flatMap(({ key, thumbnail_key: small }) => (small === null ? [key] : [key, small])),
  )
  const stored = new Set(await storedFiles(target.apiEnv.STORAGE_URL))
  return {
    orphans: [...stored].filter((key) => !keys.has(key)),
    missing: [...keys].filter((key) => !stored.has(key)),
  }
}

interface StoredPhoto {
  interview: number
  question: string
  key: string
}

/** Returns the photos that are not the one of their interview and question. */
const findWrongPhotos = async ({ owner, apiEnv }: Target): Promise<StoredPhoto[]> => {
  // The answer, the row of the file and its content must agree.
  const { rows } = await owner.query<StoredPhoto>(`
    select (response."values" ->> 'number')::int interview, question, key
    from survey_responses response join surveys on surveys.id = response.survey_id and form_id = '${formId}'
    cross join lateral (values ('${photoQuestions[0]}', response."values" ->> 'house_photo'),
      ('${photoQuestions[1]}', response."values" #>> '{members,0,member_photo}')) photo (path, file_id)
    left join files on files.id::text = photo.file_id and files.response_id = response.id and question = path`)
  const wrong: StoredPhoto[] = []
  for (const row of rows) {
    const index = photoQuestions.findIndex((question) => question === row.question)
    const expected = numberOfPhoto(row.interview, index)
    const path = index < 0 ? undefined : join(fileURLToPath(apiEnv.STORAGE_URL), row.key)
    const content = path === undefined ? undefined : await readFile(path).catch(() => undefined)
    if (!content || (await readNumberedPhoto(content)) !== expected) wrong.push(row)
  }
  return wrong
}

/** Compares the interviews that were sent with the database and the storage. Returns each figure with its value. */
export const checkResult = async (target: Target, { sent, existing }: { sent: number; existing: number }) => {
  const { rows } = await target.owner.query<Record<string, number>>(`
    with received as (
      select response.id, response."values" ->> 'number' number from survey_responses response
      join surveys on surveys.id = response.survey_id where form_id = '${formId}')
    select (select count(*)::int from received) responses,
      (select count(distinct number)::int from received where number::int between 0 and ${String(sent - 1)}) "different responses",
      (select count(*)::int from survey_responses) "all responses",
      (select coalesce(sum(n), 0)::int from response_counts_live where dimension = 'all') "all counted",
      (select count(*)::int from display_ids where response_id in (select id from received)) "Survey Ids",
      (select count(*)::int from audit_log where action = 'import' and entity_id in (select id::text from received)) "audit entries",
      (select count(*)::int from audit_log where entity_name = 'surveyResponse' and entity_id not in (select id::text from received)) "audit entries of others",
      (select count(*)::int from field_submissions where state = 'stored' and problem is null) "submissions without a problem",
      (select count(*)::int from field_submissions) "all submissions",
      (select count(*)::int from field_instances where is_current and response_id in (select id from received)) instances,
      (select count(*)::int from field_attachments where state = 'converted') "converted photos",
      (select count(*)::int from field_attachments) "all photos",
      (select count(distinct sha256)::int from field_attachments) "different photos",
      (select count(*)::int from files where thumbnail_key is not null) "files with a thumbnail"`)
  const found = rows[0] ?? {}
  const photos = sent * photoQuestions.length
  const expected: Record<string, number> = {
    'all responses': existing + sent,
    'all counted': existing + sent,
    'audit entries of others': 0,
    'converted photos': photos,
    'all photos': photos,
    'different photos': photos,
    'files with a thumbnail': photos,
  }
  const wrongPhotos = await findWrongPhotos(target)
  const { orphans, missing } = await compareStorage(target)
  for (const key of [...orphans, ...missing].slice(0, 10)) console.log(`orphan or missing file: ${key}`)
  return [
    ...Object.entries(found).map(([name, value]) => ({ name, value, expected: expected[name] ?? sent })),
    { name: 'photos with the wrong content or question', value: wrongPhotos.length, expected: 0 },
    { name: 'orphans in the storage', value: orphans.length, expected: 0 },
    { name: 'files missing in the storage', value: missing.length, expected: 0 },
  ]
}
