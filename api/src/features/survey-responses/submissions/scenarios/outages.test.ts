import { rename, rm, writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Instance, Phone } from '../../../../../../scripts/collect/phone.ts'
import { createChance } from '../../../../../../scripts/seed/chance.ts'
import { startFieldwork } from '../testing/fieldwork.ts'
import type { ExpectedInterview, Fieldwork } from '../testing/fieldwork.ts'
import { takePhotos } from '../testing/photos.ts'

let fieldwork: Fieldwork
beforeAll(async () => {
  fieldwork = await startFieldwork()
})
afterAll(async () => {
  fieldwork.printResults()
  await fieldwork.stop()
})

const { integer } = createChance(18)

/**
 * Sends interviews until the server has all of them, each not before `mayStart` returns true for its number. Returns
 * the number of attempts that failed.
 */
const sendUntilDone = async (
  phone: Phone,
  instances: readonly Instance[],
  mayStart: (number: number) => boolean = () => true,
): Promise<number> => {
  let failures = 0
  for (const [number, instance] of instances.entries()) {
    while (!mayStart(number)) await sleep(10)
    while (!(await phone.send(instance)).isSent) {
      failures += 1
      await sleep(50)
    }
  }
  return failures
}

interface Sender {
  phone: Phone
  interviews: { interview: ExpectedInterview; instance: Instance }[]
}

/** Starts phones with interviews of 0, 1 and 3 photos, of which some need two posts. */
const startSenders = (name: string, phoneCount: number, interviewCount: number): Promise<Sender[]> =>
  Promise.all(
    Array.from({ length: phoneCount }, async (_, number) => {
      const { phone } = await fieldwork.createPhone()
      const interviews = await Promise.all(
        Array.from({ length: interviewCount }, async (_unused, index) => {
          const photos = await takePhotos([0, 1, 3][index % 3] ?? 0, {
            paddedBytes: index % 6 === 5 ? 6_900_000 : 0,
          })
          const interview = { head: `${name} ${String(number)}.${String(index)}`, photos }
          return { interview, instance: fieldwork.finalize(phone, interview) }
        }),
      )
      return { phone, interviews }
    }),
  )

const expectAll = async (scenario: string, senders: readonly Sender[]): Promise<void> => {
  for (const { phone, interviews } of senders)
    for (const { interview } of interviews) await fieldwork.expectStored(scenario, interview, phone)
}

test('api and worker are killed at random moments', { timeout: 120_000 }, async () => {
  const senders = await startSenders('killed', 4, 12)
  const active = new Set(senders)
  let kills = 0
  const sending = Promise.all(
    senders.map(async (sender) => {
      const failures = await sendUntilDone(
        sender.phone,
        sender.interviews.map(({ instance }) => instance),
        // The last interviews are sent after the fifth kill, so that all kills happen in between.
        (number) => kills >= Math.floor(number / 2),
      )
      active.delete(sender)
      return failures
    }),
  )
  for (; active.size > 0 && kills < 8; kills += 1) {
    await sleep(integer(20, 400))
    if (kills % 2 === 0) {
      await fieldwork.killApi()
      await fieldwork.startApi()
    } else {
      await fieldwork.killWorker()
      await fieldwork.startWorker()
    }
  }
  expect(Math.max(...(await sending))).toBeGreaterThan(0)
  expect(kills).toBeGreaterThanOrEqual(4)
  await expectAll('api and worker killed', senders)
})

/** Replaces the folder of the storage by a file, so that nothing in it can be read or written. */
const takeStorageDown = async (): Promise<void> => {
  const { files } = fieldwork.world
  await rename(files, `${files}-away`)
  await writeFile(files, '')
}

const bringStorageUp = async (): Promise<void> => {
  const { files } = fieldwork.world
  await rm(files)
  await rename(`${files}-away`, files)
}

test('the storage is down while phones send: interviews with photos stay on the phone', async () => {
  const [sender] = await startSenders('storage down', 1, 3)
  if (!sender) throw new Error('no phone was created')
  const { phone, interviews } = sender
  await takeStorageDown()
  const sent = await phone.sendAll()
  expect(sent.map(({ isSent }) => isSent)).toEqual([true, false, false])
  await bringStorageUp()
  await sendUntilDone(
    phone,
    interviews.map(({ instance }) => instance),
  )
  await expectAll('storage down while phones send', [sender])
})

test('the storage is down while the worker checks photos: they are checked later', async () => {
  const [sender] = await startSenders('storage down later', 1, 3)
  if (!sender) throw new Error('no phone was created')
  await fieldwork.killWorker()
  expect((await sender.phone.sendAll()).every(({ isSent }) => isSent)).toBe(true)
  await takeStorageDown()
  await fieldwork.startWorker()
  // The worker looks for photos every second.
  await sleep(2_500)
  // Files that are due stay due: otherwise nothing would remove them afterwards.
  await expect(fieldwork.removeDueFiles()).rejects.toThrow('errors.unavailable')
  await bringStorageUp()
  await expectAll('storage down while the worker checks photos', [sender])
})

test('leaves nothing in the storage but the files of responses', async () => {
  expect(await fieldwork.findLeftovers()).toEqual([])
})
