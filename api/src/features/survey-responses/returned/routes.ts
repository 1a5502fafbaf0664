import { createHash } from 'node:crypto'

import { AppError } from '@baseline/contract/errors.ts'
import { getReturnedFile, getReturnedManifest } from '@baseline/contract/survey-responses/returned.ts'

import type { Device } from '#platform/auth/device.ts'
import { handlePhone, phoneBaseUrl } from '#platform/http/handle-phone.ts'
import type { Server } from '#platform/http/server.ts'

import { writeManifest, writeReturned } from './returned-interviews.ts'

export const registerReturned = (server: Server): void => {
  const { db, publicUrl, timeZone } = server

  const writeFile = async ({ person, surveys }: Device): Promise<Buffer> => {
    if (!person) throw new AppError('errors.notFound')
    return writeReturned(db, { person, surveys }, timeZone)
  }

  handlePhone(server, getReturnedManifest, async ({ token }, { device }) => {
    const md5 = createHash('md5')
      .update(await writeFile(device))
      .digest('hex')
    return { status: 200, content: writeManifest(md5, phoneBaseUrl(publicUrl, token)) }
  })

  handlePhone(server, getReturnedFile, async (_params, { device }) => ({
    status: 200,
    content: await writeFile(device),
    type: 'text/csv; charset=utf-8',
  }))
}
