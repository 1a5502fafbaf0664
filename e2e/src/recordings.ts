import type { Page } from '@playwright/test'

import type { TestFile } from './workbooks.ts'

const sampleRate = 8000

/** Returns a second of sound: a tone of 440 Hz. */
export const createWavFile = (name: string): TestFile => {
  const samples = Buffer.alloc(sampleRate * 2)
  for (let index = 0; index < sampleRate; index += 1)
    samples.writeInt16LE(Math.round(8000 * Math.sin((index * 440 * 2 * Math.PI) / sampleRate)), index * 2)
  const header = Buffer.alloc(44)
  header.write('RIFF', 0, 'latin1')
  header.writeUInt32LE(36 + samples.length, 4)
  header.write('WAVEfmt ', 8, 'latin1')
  header.writeUInt32LE(16, 16)
  // PCM, one channel.
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(sampleRate, 24)
  header.writeUInt32LE(sampleRate * 2, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36, 'latin1')
  header.writeUInt32LE(samples.length, 40)
  return { name, mimeType: 'audio/wav', buffer: Buffer.concat([header, samples]) }
}

/** Records half a second of a moving square with the browser. */
export const recordVideo = async (page: Page, name: string): Promise<TestFile> => {
  const bytes = await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 160, height: 120 })
    const context = canvas.getContext('2d')
    const recorder = new MediaRecorder(canvas.captureStream(10), { mimeType: 'video/webm' })
    const parts: Blob[] = []
    recorder.addEventListener('dataavailable', ({ data }) => parts.push(data))
    const stopped = new Promise((resolve) => recorder.addEventListener('stop', resolve))
    recorder.start()
    for (let frame = 0; frame < 5; frame += 1) {
      context?.fillRect(frame * 20, 20, 20, 20)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    recorder.stop()
    await stopped
    return [...new Uint8Array(await new Blob(parts).arrayBuffer())]
  })
  return { name, mimeType: 'video/webm', buffer: Buffer.from(bytes) }
}
