import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { cutRange, loseAnswerOf } from '../../../../../../scripts/collect/faults.ts'
import { startFieldwork } from '../testing/fieldwork.ts'
import type { Fieldwork } from '../testing/fieldwork.ts'
import { takePhotos } from '../testing/photos.ts'
import type { Photo } from '../testing/photos.ts'

/** Tests that run at the same time wait for each other. */
const timeout = 120_000

let fieldwork: Fieldwork
/** Two of these fit into the length that the server announces, so that the interview has two posts. */
let photos: Photo[]
beforeAll(async () => {
  ;[fieldwork, photos] = await Promise.all([startFieldwork(), takePhotos(3, { paddedBytes: 6_900_000 })])
})
afterAll(async () => {
  fieldwork.printResults()
  await fieldwork.stop()
})

const startInterview = async (head: string) => {
  const { phone } = await fieldwork.createPhone()
  const interview = { head, photos }
  return { phone, interview, instance: fieldwork.finalize(phone, interview) }
}

const partRanges = (name: string): string[] => [`header of ${name}`, name, `end of ${name}`]
/** The ranges of each post, in their order. */
const ranges = [
  [
    'headers',
    ...['XML', 'photo 1', 'photo 2', 'isIncomplete'].flatMap((name) => partRanges(name)),
    'last boundary',
  ],
  ['headers', ...['XML', 'photo 3'].flatMap((name) => partRanges(name)), 'last boundary'],
]
const cuts = ranges.flatMap((names, post) =>
  names.flatMap((name, range) => [
    { title: `after ${name} of post ${String(post + 1)}`, post: post + 1, range, share: 1 },
    ...(/^(?:headers|XML|photo \d)$/.test(name)
      ? [{ title: `within ${name} of post ${String(post + 1)}`, post: post + 1, range, share: 0.5 }]
      : []),
  ]),
)

describe.concurrent('the connection breaks', { timeout }, () => {
  test.for(cuts)('$title, and Collect sends everything later', async ({ title, ...cut }) => {
    const { phone, interview, instance } = await startInterview(title)
    phone.faults = cutRange({ ...cut, thenOffline: true })
    expect(await phone.send(instance)).toMatchObject({ isSent: false })
    phone.faults = () => undefined
    expect(await phone.send(instance)).toMatchObject({ isSent: true })
    await fieldwork.expectStored(title, interview, phone)
  })

  test.for(cuts.filter(({ share }) => share < 1))(
    '$title, and OkHttp repeats the post',
    async ({ title, ...cut }) => {
      const { phone, interview, instance } = await startInterview(`${title}, repeated`)
      phone.faults = cutRange(cut)
      expect(await phone.send(instance)).toMatchObject({ isSent: true })
      expect(phone.requests.filter(({ method }) => method === 'POST')).toHaveLength(3)
      await fieldwork.expectStored(`${title}, repeated`, interview, phone)
    },
  )
})

describe.concurrent('an answer is lost', { timeout }, () => {
  test.for([0, 1, 2])('of request %i, and Collect sends everything later', async (request) => {
    const title = `answer ${String(request)} lost`
    const { phone, interview, instance } = await startInterview(title)
    phone.faults = loseAnswerOf(request, { thenOffline: true })
    expect(await phone.send(instance)).toMatchObject({ isSent: false })
    phone.faults = () => undefined
    expect(await phone.send(instance)).toMatchObject({ isSent: true })
    await fieldwork.expectStored(title, interview, phone)
  })

  test.for([0, 1, 2])('of request %i, and OkHttp repeats the request', async (request) => {
    const title = `answer ${String(request)} lost, repeated`
    const { phone, interview, instance } = await startInterview(title)
    phone.faults = loseAnswerOf(request)
    expect(await phone.send(instance)).toMatchObject({ isSent: true })
    await fieldwork.expectStored(title, interview, phone)
  })

  test('of every request, until Collect gives up', async () => {
    const title = 'every answer lost'
    const { phone, interview, instance } = await startInterview(title)
    phone.faults = ({ method }) => (method === 'POST' ? { losesAnswer: true } : undefined)
    for (let times = 0; times < 2; times += 1)
      expect(await phone.send(instance)).toMatchObject({ isSent: false })
    phone.faults = () => undefined
    expect(await phone.send(instance)).toMatchObject({ isSent: true })
    await fieldwork.expectStored(title, interview, phone)
  })
})

describe.concurrent('a repetition begins at the second post', { timeout }, () => {
  test('after the first post was received', async () => {
    const title = 'second post after the first'
    const { phone, interview, instance } = await startInterview(title)
    phone.faults = loseAnswerOf(1, { thenOffline: true })
    expect(await phone.send(instance)).toMatchObject({ isSent: false })
    phone.faults = () => undefined
    expect(await phone.send(instance, { firstPost: 2 })).toMatchObject({ isSent: true })
    await fieldwork.expectStored(title, interview, phone)
  })

  test('before the first post was received', async () => {
    const title = 'second post before the first'
    const { phone, interview, instance } = await startInterview(title)
    expect(await phone.send(instance, { firstPost: 2 })).toMatchObject({ isSent: true })
    await fieldwork.expectStored(`${title}, alone`, { ...interview, photos: photos.slice(2) }, phone)
    expect(await phone.send(instance)).toMatchObject({ isSent: true })
    await fieldwork.expectStored(title, interview, phone)
  })
})

test('leaves nothing in the storage but the files of responses', async () => {
  expect(await fieldwork.findLeftovers()).toEqual([])
})
