import { z } from 'zod'

import { DeviceToken, phoneRoute } from '../phone-route.ts'

const params = z.strictObject({ token: DeviceToken })

export const getReturnedManifest = phoneRoute({
  method: 'GET',
  path: '/field/:token/returned/manifest',
  summary: 'Return the files of the form with the returned interviews',
  params,
})

/** The name of the file, to which the form refers. */
export const returnedFileName = 'returned.csv'

export const getReturnedFile = phoneRoute({
  method: 'GET',
  path: `/field/:token/returned/${returnedFileName}`,
  summary: 'Return the returned interviews of a person',
  params,
})
