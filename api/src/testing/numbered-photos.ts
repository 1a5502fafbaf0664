import sharp from 'sharp'

/** A bit of the number is a square of this side, the size of a block of JPEG, so that encoding again keeps it. */
const side = 8
const [columns, rows] = [8, 4]
const width = columns * side

const squareAt = (x: number, y: number): number => Math.floor(y / side) * columns + Math.floor(x / side)

/** Returns a photo that shows a number below 2³² as black and white squares. */
export const writeNumberedPhoto = (number: number): Promise<Buffer> => {
  const pixels = Buffer.from(
    Array.from({ length: width * rows * side }, (_, index) => {
      const square = squareAt(index % width, Math.floor(index / width))
      return (number >>> square) & 1 ? 255 : 0
    }),
  )
  return sharp(pixels, { raw: { width, height: rows * side, channels: 1 } })
    .jpeg()
    .toBuffer()
}

/** Returns the number that a photo shows; undefined if it cannot be decoded or has another size. */
export const readNumberedPhoto = async (photo: Buffer): Promise<number | undefined> => {
  const decoded = await sharp(photo)
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(() => undefined)
  if (decoded?.info.width !== width || decoded.info.height !== rows * side) return undefined
  const bits = Array.from({ length: columns * rows }, (_, square) => {
    const [x, y] = [(square % columns) * side + side / 2, Math.floor(square / columns) * side + side / 2]
    return (decoded.data[y * width + x] ?? 0) > 127 ? 2 ** square : 0
  })
  return bits.reduce((sum, bit) => sum + bit, 0)
}
