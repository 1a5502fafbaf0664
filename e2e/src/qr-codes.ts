import type { Locator, Page } from '@playwright/test'
import { default as jsqr } from 'jsqr'

import { expect } from './test.ts'

/** Decodes a picture in the page, whose policy allows images from data URLs. */
const readPixels = (page: Page, png: Buffer) =>
  page.evaluate(
    async (url) => {
      const image = new Image()
      image.src = url
      await image.decode()
      const canvas = document.createElement('canvas')
      ;[canvas.width, canvas.height] = [image.width, image.height]
      const context = canvas.getContext('2d')
      context?.drawImage(image, 0, 0)
      const { data, width, height } =
        context?.getImageData(0, 0, image.width, image.height) ?? new ImageData(1, 1)
      return { data, width, height }
    },
    `data:image/png;base64,${png.toString('base64')}`,
  )

/** Returns the text of the QR code in the picture of an element. */
export const scanQrCode = async (element: Locator): Promise<string> => {
  const { data, width, height } = await readPixels(element.page(), await element.screenshot())
  const found = jsqr.default(data, width, height)
  expect(found, 'the picture has a QR code').not.toBeNull()
  return found?.data ?? ''
}
