import sharp from 'sharp'

/** When and where a photo was taken, as far as the camera wrote it into the file. */
export interface Capture {
  takenAt: Date | null
  /** The clock of a camera that wrote no time zone: `2026-11-14 09:30:15`. */
  takenLocal: string | null
  latitude: number | null
  longitude: number | null
}

/** Reads numbers of a TIFF structure; undefined beyond its end. */
const createReader = (bytes: Buffer, isLittleEndian: boolean) => {
  const isWithin = (offset: number, length: number): boolean => offset + length <= bytes.length
  const uint16 = (offset: number): number | undefined => {
    if (!isWithin(offset, 2)) return undefined
    return isLittleEndian ? bytes.readUInt16LE(offset) : bytes.readUInt16BE(offset)
  }
  const uint32 = (offset: number): number | undefined => {
    if (!isWithin(offset, 4)) return undefined
    return isLittleEndian ? bytes.readUInt32LE(offset) : bytes.readUInt32BE(offset)
  }
  return {
    uint16,
    uint32,
    text: (offset: number, length: number) => bytes.toString('latin1', offset, offset + length),
  }
}
type Reader = ReturnType<typeof createReader>

const entryBytes = 12
/** Longer texts are no times and no directions. */
const maxTextBytes = 32

/** Returns the offsets of the wanted entries of a directory, by their tag. */
const findEntries = ({ uint16 }: Reader, directory: number, tags: readonly number[]): Map<number, number> => {
  const entries = new Map<number, number>()
  const count = uint16(directory) ?? 0
  for (let index = 0; index < count; index += 1) {
    const entry = directory + 2 + index * entryBytes
    const tag = uint16(entry)
    if (tag === undefined) break
    if (tags.includes(tag)) entries.set(tag, entry)
  }
  return entries
}

const readText = ({ uint32, text }: Reader, entry: number | undefined): string => {
  const length = entry === undefined ? undefined : uint32(entry + 4)
  if (entry === undefined || length === undefined || length > maxTextBytes) return ''
  const offset = length <= 4 ? entry + 8 : uint32(entry + 8)
  return offset === undefined ? '' : text(offset, length).replace(/\0.*$/s, '')
}

/** Reads degrees, minutes and seconds, each a quotient. */
const readDegrees = ({ uint32 }: Reader, entry: number | undefined): number | undefined => {
  const offset = entry === undefined ? undefined : uint32(entry + 8)
  if (entry === undefined || offset === undefined || uint32(entry + 4) !== 3) return undefined
  const parts = [0, 8, 16].map((at) => Number(uint32(offset + at)) / Number(uint32(offset + at + 4)))
  const [degrees = Number.NaN, minutes = Number.NaN, seconds = 0] = parts
  return degrees + minutes / 60 + (Number.isNaN(seconds) ? 0 : seconds) / 3600
}

const signed = (degrees: number | undefined, direction: string, max: number): number | null => {
  if (degrees === undefined || !(degrees <= max)) return null
  return /^[SW]/i.test(direction) ? -degrees : degrees
}

/** The year of a clock that was never set is before that of the first phone with a camera. */
const firstYear = '2000'

/** The time of the camera, which is local unless the file names the time zone. */
const toTime = (text: string, offset: string): Pick<Capture, 'takenAt' | 'takenLocal'> => {
  const [, year = '', month, day, clock] = /^(\d{4}):(\d\d):(\d\d) (\d\d:\d\d:\d\d)/.exec(text) ?? []
  const time = `${year}-${String(month)}-${String(day)}T${String(clock)}`
  const hasOffset = /^[+-]\d\d:\d\d$/.test(offset)
  const takenAt = new Date(`${time}${hasOffset ? offset : 'Z'}`)
  if (year < firstYear || Number.isNaN(takenAt.getTime())) return { takenAt: null, takenLocal: null }
  return hasOffset
    ? { takenAt, takenLocal: null }
    : { takenAt: null, takenLocal: takenAt.toISOString().slice(0, 19).replace('T', ' ') }
}

/** Tags of EXIF 2.32. */
const tags = {
  photoDirectory: 0x8769,
  placeDirectory: 0x8825,
  takenAt: 0x9003,
  takenAtOffset: 0x9011,
  latitudeSide: 1,
  latitude: 2,
  longitudeSide: 3,
  longitude: 4,
} as const

const noCapture: Capture = { takenAt: null, takenLocal: null, latitude: null, longitude: null }

const readExif = (exif: Buffer): Capture => {
  const tiff = exif.toString('latin1', 0, 4) === 'Exif' ? exif.subarray(6) : exif
  const order = tiff.toString('latin1', 0, 2)
  if (order !== 'II' && order !== 'MM') return noCapture
  const reader = createReader(tiff, order === 'II')
  const directory = reader.uint32(4)
  if (directory === undefined) return noCapture
  const root = findEntries(reader, directory, [tags.photoDirectory, tags.placeDirectory])
  const open = (tag: number, wanted: readonly number[]): Map<number, number> => {
    const entry = root.get(tag)
    const start = entry === undefined ? undefined : reader.uint32(entry + 8)
    return start === undefined ? new Map<number, number>() : findEntries(reader, start, wanted)
  }
  const photo = open(tags.photoDirectory, [tags.takenAt, tags.takenAtOffset])
  const place = open(tags.placeDirectory, [
    tags.latitudeSide,
    tags.latitude,
    tags.longitudeSide,
    tags.longitude,
  ])
  const textOf = (entries: Map<number, number>, tag: number) => readText(reader, entries.get(tag))
  const latitude = signed(readDegrees(reader, place.get(tags.latitude)), textOf(place, tags.latitudeSide), 90)
  const longitude = signed(
    readDegrees(reader, place.get(tags.longitude)),
    textOf(place, tags.longitudeSide),
    180,
  )
  const isPlace = latitude !== null && longitude !== null && (latitude !== 0 || longitude !== 0)
  return {
    ...toTime(textOf(photo, tags.takenAt), textOf(photo, tags.takenAtOffset)),
    latitude: isPlace ? latitude : null,
    longitude: isPlace ? longitude : null,
  }
}

/**
 * Reads when and where a photo was taken. The reader looks at six entries only, so that a hostile file takes no time and
 * no memory.
 */
export const readCapture = async (photo: Buffer): Promise<Capture> => {
  const { exif } = await sharp(photo, { limitInputPixels: false }).metadata()
  return exif ? readExif(exif) : noCapture
}

/** The columns of a photo for checks of data quality. */
export interface CaptureColumns {
  taken_at: Date | null
  taken_local: string | null
  taken_latitude: number | null
  taken_longitude: number | null
}

/** Reads when and where a photo was taken, as the columns of its row. */
export const captureColumns = async (photo: Buffer): Promise<CaptureColumns> => {
  const { takenAt, takenLocal, latitude, longitude } = await readCapture(photo)
  return {
    taken_at: takenAt,
    taken_local: takenLocal,
    taken_latitude: latitude,
    taken_longitude: longitude,
  }
}
