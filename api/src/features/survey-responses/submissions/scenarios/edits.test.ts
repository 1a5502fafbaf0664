import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { loseAnswerOf } from '../../../../../../scripts/collect/faults.ts'
import { startFieldwork } from '../testing/fieldwork.ts'
import type { Fieldwork } from '../testing/fieldwork.ts'
import { answersOf, takePhotos } from '../testing/photos.ts'

let fieldwork: Fieldwork
beforeAll(async () => {
  fieldwork = await startFieldwork()
})
afterAll(async () => {
  fieldwork.printResults()
  await fieldwork.stop()
})

const statesOf = async (instanceId: string): Promise<string[]> => {
  const rows = await fieldwork.world.db
    .selectFrom('field_submissions')
    .select('state')
    .where('instance_id', '=', instanceId)
    .orderBy('id')
    .execute()
  return rows.map(({ state }) => state)
}

/** Finalizes an interview with two photos, of which an edit replaces the second one and the village. */
const startInterview = async (head: string) => {
  const { phone, deviceId } = await fieldwork.createPhone()
  const photos = await takePhotos(2)
  const instance = fieldwork.finalize(phone, { head, photos })
  const [newPhoto] = await takePhotos(2, { firstWidth: 500 }).then((taken) => taken.slice(1))
  if (!newPhoto) throw new Error('no photo was taken')
  const editedPhotos = [...photos.slice(0, 1), newPhoto]
  const edit = (of = instance, village = 'Gondola') =>
    phone.edit(of, { '/data/village': village, ...answersOf(editedPhotos) }, { files: [newPhoto] })
  return {
    phone,
    deviceId,
    instance,
    edit,
    original: { head, photos },
    edited: { head, photos: editedPhotos, village: 'Gondola' },
  }
}

describe('an edit', () => {
  test('replaces the answers and the photos', async () => {
    const { phone, instance, edit, original, edited } = await startInterview('an edit')
    expect(await phone.send(instance)).toMatchObject({ isSent: true })
    await fieldwork.expectStored('an original', original, phone)
    const change = edit()
    expect(await phone.send(change)).toMatchObject({ isSent: true })
    await fieldwork.expectStored('an edit', edited, phone)
    expect(await phone.send(change)).toMatchObject({ isSent: true })
    await fieldwork.expectStored('an edit, sent again', edited, phone)
  })

  test('changes the ids of the photos that it replaces, and of no other', async () => {
    const { phone, instance, edit, original, edited } = await startInterview('an edit of one photo')
    const photoIds = async () => {
      const [response] = await fieldwork.findResponses(original.head)
      return JSON.stringify(response?.values).match(/[0-9a-f]{8}-[0-9a-f-]{27}/g) ?? []
    }
    await phone.send(instance)
    await fieldwork.expectStored('an original of two photos', original, phone)
    const [unchanged, replaced] = await photoIds()
    await phone.send(edit())
    await fieldwork.expectStored('an edit of one photo', edited, phone)
    expect(await photoIds()).toEqual([unchanged, expect.not.stringMatching(String(replaced))])
  })

  test('that is sent in two posts', async () => {
    const { phone, instance, original } = await startInterview('an edit in two posts')
    expect(await phone.send(instance)).toMatchObject({ isSent: true })
    const photos = await takePhotos(3, { paddedBytes: 6_900_000, firstWidth: 300 })
    const change = phone.edit(instance, answersOf(photos), { files: photos })
    phone.faults = loseAnswerOf(1, { thenOffline: true })
    expect(await phone.send(change)).toMatchObject({ isSent: false })
    await fieldwork.expectStored('the first post of an edit', original, phone)
    phone.faults = () => undefined
    expect(await phone.send(change)).toMatchObject({ isSent: true })
    await fieldwork.expectStored('an edit in two posts', { head: original.head, photos }, phone)
  })

  test('of an edit replaces it', async () => {
    const { phone, instance, edit, edited } = await startInterview('an edit of an edit')
    const change = edit()
    const second = edit(change, 'Manica')
    const sent = await phone.sendAll()
    expect(sent.map(({ isSent }) => isSent)).toEqual([true, true, true])
    await fieldwork.expectStored('an edit of an edit', { ...edited, village: 'Manica' }, phone)
    expect(await statesOf(second.instanceId)).toEqual(['stored'])
    // A phone that lost the answers sends all three again.
    for (const one of [instance, change, second])
      expect(await phone.send(one)).toMatchObject({ isSent: true })
    await fieldwork.expectStored('all sent again', { ...edited, village: 'Manica' }, phone)
  })

  test('that overtakes its original stays on the phone', async () => {
    const { phone, instance, edit, original, edited } = await startInterview('an edit first')
    const change = edit()
    expect(await phone.send(change)).toMatchObject({ isSent: false })
    expect(await fieldwork.findResponses(original.head)).toEqual([])
    expect(await fieldwork.findOrphans()).toEqual([])
    expect(await phone.send(instance)).toMatchObject({ isSent: true })
    await fieldwork.expectStored('an edit first', original, phone)
    expect(await phone.send(change)).toMatchObject({ isSent: true })
    await fieldwork.expectStored('the edit after its original', edited, phone)
  })

  test('that arrives before the worker has checked the photos of the original', async () => {
    const { phone, edit, edited } = await startInterview('an early edit')
    await fieldwork.killWorker()
    edit()
    const sent = await phone.sendAll()
    expect(sent.map(({ isSent }) => isSent)).toEqual([true, true])
    await fieldwork.startWorker()
    await fieldwork.expectStored('an edit before the photos were checked', edited, phone)
  })

  test('is followed by photos of the original that arrive late', async () => {
    const { phone, instance, edit, edited } = await startInterview('late photos')
    const withoutFiles = { ...instance, files: [] }
    expect(await phone.send(withoutFiles)).toMatchObject({ isSent: true })
    expect(await phone.send(edit())).toMatchObject({ isSent: true })
    expect(await phone.send(instance)).toMatchObject({ isSent: true })
    await fieldwork.expectStored('late photos of an original', edited, phone)
  })
})

describe('one instance', () => {
  test('that two phones send at the same time is one response', async () => {
    for (let times = 0; times < 5; times += 1) {
      const head = `two phones, ${String(times)}`
      const [{ phone, instance, original }, { phone: other }] = await Promise.all([
        startInterview(head),
        fieldwork.createPhone(),
      ])
      const sent = await Promise.all([phone.send(instance), other.send({ ...instance })])
      expect(sent.map(({ isSent }) => isSent)).toEqual([true, true])
      await fieldwork.expectStored('two phones at the same time', original, phone)
      expect(await statesOf(instance.instanceId)).toEqual(['stored'])
    }
  })

  test('with other answers and photos is kept beside the first one', async () => {
    const { phone, instance, original } = await startInterview('other XML')
    const otherPhotos = (await takePhotos(2, { firstWidth: 700 })).map((photo, index) => ({
      ...photo,
      name: original.photos[index]?.name ?? '',
    }))
    const changed = {
      ...instance,
      xml: {
        ...instance.xml,
        bytes: Buffer.from(String(Buffer.from(instance.xml.bytes)).replace('Chimoio', 'Gondola')),
      },
      files: otherPhotos,
    }
    const { phone: other } = await fieldwork.createPhone()
    expect(await phone.send(instance)).toMatchObject({ isSent: true })
    for (let times = 0; times < 2; times += 1)
      expect(await other.send(changed)).toMatchObject({ isSent: true })
    await fieldwork.expectStored('other XML', original, phone)
    expect(await statesOf(instance.instanceId)).toEqual(['stored', 'conflict'])
    const conflictFiles = await fieldwork.world.db
      .selectFrom('field_attachments')
      .innerJoin('field_submissions', 'field_submissions.id', 'field_attachments.submission_id')
      .select(['name', 'field_attachments.state', 'size'])
      .where('instance_id', '=', instance.instanceId)
      .where('field_submissions.state', '=', 'conflict')
      .orderBy('name')
      .execute()
    expect(conflictFiles.map(({ name, state, size }) => [name, state, Number(size)])).toEqual(
      otherPhotos
        .toSorted((a, b) => a.name.localeCompare(b.name))
        .map(({ name, bytes }) => [name, 'received', bytes.length]),
    )
  })
})

test('a token that is revoked in between: another phone sends the interview', async () => {
  const head = 'revoked'
  const { phone, deviceId } = await fieldwork.createPhone()
  const interview = { head, photos: await takePhotos(103) }
  const instance = fieldwork.finalize(phone, interview)
  phone.faults = loseAnswerOf(1, { thenOffline: true })
  expect(await phone.send(instance)).toMatchObject({ isSent: false })
  phone.faults = () => undefined
  await fieldwork.revoke(deviceId)
  expect(await phone.send(instance)).toMatchObject({ isSent: false, needsPassword: true })
  expect(await fieldwork.findResponses(head)).toEqual([])
  const { phone: other } = await fieldwork.createPhone()
  expect(await other.send(instance)).toMatchObject({ isSent: true })
  await fieldwork.expectStored('a revoked token', interview, other)
})

test('leaves only files of responses, files of conflicts, and files that no answer names in the storage', async () => {
  const evidence = await fieldwork.world.db
    .selectFrom('field_attachments')
    .innerJoin('field_submissions', 'field_submissions.id', 'field_attachments.submission_id')
    .select('storage_key as key')
    .where((eb) => eb.or([eb('field_submissions.state', '=', 'conflict'), eb('kind', 'is', null)]))
    .execute()
  const keys = evidence.map(({ key }) => key ?? '')
  expect(keys.length).toBeGreaterThan(0)
  expect((await fieldwork.findLeftovers()).toSorted()).toEqual(keys.toSorted())
})
