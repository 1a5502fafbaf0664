import { expect, test } from 'vitest'

import { createChance } from '../../../../scripts/seed/chance.ts'
import { picture } from '../../testing/images.ts'
import { readCapture } from './read-capture.ts'

const place = {
  GPSLatitudeRef: 'S',
  GPSLatitude: '25/1 58/1 1230/100',
  GPSLongitudeRef: 'E',
  GPSLongitude: '32/1 34/1 30/1',
}
const time = { DateTimeOriginal: '2026:11:14 09:30:15' }
const photoWith = (exif: Record<string, Record<string, string>>) => picture().withExif(exif).jpeg().toBuffer()

test('reads the time with its time zone, and the place', async () => {
  const photo = await photoWith({ IFD2: { ...time, OffsetTimeOriginal: '+02:00' }, IFD3: place })
  expect(await readCapture(photo)).toEqual({
    takenAt: new Date('2026-11-14T07:30:15Z'),
    takenLocal: null,
    latitude: expect.closeTo(-25.97008, 4) as number,
    longitude: expect.closeTo(32.575, 4) as number,
  })
})

test('reads the clock of a camera without time zone', async () => {
  const photo = await photoWith({ IFD2: time })
  expect(await readCapture(photo)).toMatchObject({ takenAt: null, takenLocal: '2026-11-14 09:30:15' })
})

test.for([
  ['no EXIF', {}],
  ['a place of zeros', { IFD3: { ...place, GPSLatitude: '0/1 0/1 0/1', GPSLongitude: '0/1 0/1 0/1' } }],
  ['a latitude beyond the pole', { IFD3: { ...place, GPSLatitude: '91/1 0/1 0/1' } }],
  ['a quotient of zeros', { IFD3: { ...place, GPSLatitude: '0/0 0/0 0/0' } }],
  ['a time that is none', { IFD2: { DateTimeOriginal: '2026:99:99 99:99:99' } }],
  ['a blank time', { IFD2: { DateTimeOriginal: '    :  :     :  :  ' } }],
  ['a clock that was never set', { IFD2: { DateTimeOriginal: '1970:01:01 00:00:12' } }],
] as [string, Record<string, Record<string, string>>][])('returns nothing for %s', async ([, exif]) => {
  expect(await readCapture(await photoWith(exif))).toEqual({
    takenAt: null,
    takenLocal: null,
    latitude: null,
    longitude: null,
  })
})

test('reads 2,000 damaged files within two seconds of processor time', async () => {
  const photo = await photoWith({ IFD2: { ...time, OffsetTimeOriginal: '+02:00' }, IFD3: place })
  const start = photo.indexOf('Exif')
  const end = photo.indexOf(Buffer.from([0xff, 0xdb]), start)
  const chance = createChance(18)
  const before = process.threadCpuUsage()
  for (let count = 0; count < 2_000; count += 1) {
    const damaged = Buffer.from(photo)
    for (let times = 0; times < 4; times += 1)
      damaged[chance.integer(start + 6, end - 1)] = chance.integer(0, 255)
    const capture = await readCapture(damaged)
    expect(Object.keys(capture)).toEqual(['takenAt', 'takenLocal', 'latitude', 'longitude'])
  }
  const { user, system } = process.threadCpuUsage(before)
  expect((user + system) / 1000).toBeLessThan(2_000)
})
