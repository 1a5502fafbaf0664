/** Compresses a stream. If the reader stops early, the source is stopped too. */
export async function* deflate(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const chunks = source[Symbol.asyncIterator]()
  const input = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const next = await chunks.next()
      if (next.done) controller.close()
      else controller.enqueue(next.value)
    },
    cancel: async () => {
      await chunks.return?.()
    },
  })
  // The buffer types of CompressionStream differ between Node and browsers.
  const compression = new CompressionStream('deflate-raw') as unknown as ReadableWritablePair<
    Uint8Array,
    Uint8Array
  >
  const reader = input.pipeThrough(compression).getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

const maxBlockLength = 65_535

/**
 * Writes stored DEFLATE blocks, for content that is already compressed. With sizes after the content, all zip
 * readers accept the deflate method, but not all accept the store method.
 */
export async function* store(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of source)
    for (let offset = 0; offset < chunk.length; offset += maxBlockLength) {
      const block = chunk.subarray(offset, offset + maxBlockLength)
      const head = new Uint8Array(5)
      new DataView(head.buffer).setUint16(1, block.length, true)
      new DataView(head.buffer).setUint16(3, ~block.length & 0xffff, true)
      yield head
      yield block
    }
  yield new Uint8Array([1, 0, 0, 0xff, 0xff])
}
