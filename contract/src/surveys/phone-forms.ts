import { z } from 'zod'

import { id } from '../fields.ts'
import { languages } from '../messages/translate.ts'
import { DeviceToken, phoneRoute } from '../phone-route.ts'

/**
 * The version of a form on phones. A phone does not fetch a changed form of an equal version reliably, so that the
 * number of the generator follows the version of the questionnaire, as in `3.2`.
 */
export interface FormVersion {
  version: number
  generator: number
}

export const formatFormVersion = ({ version, generator }: FormVersion): string =>
  `${String(version)}.${String(generator)}`

/** A version that formatFormVersion() writes. */
const FormVersionText = z
  .string()
  .regex(/^[1-9]\d{0,8}\.[1-9]\d{0,8}$/)
  .transform((text): FormVersion => {
    const [version = 0, generator = 0] = text.split('.').map(Number)
    return { version, generator }
  })

/**
 * Returns the version of the questionnaire that an interview was filled in with; undefined for another text. The
 * first forms had this number alone.
 */
export const questionnaireVersionOf = (text: string): number | undefined => {
  const [, version] = /^([1-9]\d{0,8})(?:\.[1-9]\d{0,8})?$/.exec(text) ?? []
  return version === undefined ? undefined : Number(version)
}

export const listPhoneForms = phoneRoute({
  method: 'GET',
  path: '/field/:token/formList',
  summary: 'List the forms of a phone',
  params: z.strictObject({ token: DeviceToken }),
})

export const getPhoneForm = phoneRoute({
  method: 'GET',
  path: '/field/:token/forms/:surveyId/:version',
  summary: 'Return a form for phones',
  params: z.strictObject({
    token: DeviceToken,
    surveyId: id,
    version: FormVersionText,
  }),
})

/** Id of the form with the returned interviews of a person. No questionnaire can have it. */
export const returnedFormId = 'baseline_returned'

export const getReturnedForm = phoneRoute({
  method: 'GET',
  path: '/field/:token/returned/forms/:language',
  summary: 'Return the form with the returned interviews of a person',
  params: z.strictObject({ token: DeviceToken, language: z.enum(languages) }),
})
