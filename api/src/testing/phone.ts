import { randomUUID } from 'node:crypto'

import { createToken, hashToken } from '../platform/auth/device.ts'
import type { World } from './world.ts'

/** An interview with the questionnaire of createOpenSurvey(). */
export interface Interview {
  instanceId: string
  deprecatedId?: string
  village: string
  head: string
  house: string
  /** `latitude longitude altitude accuracy` */
  place: string
  members: readonly { name: string; face?: string }[]
  form: string
  version: string
  odkDeviceId: string
  /** The elements of another questionnaire, instead of those above. */
  answers?: string
}

export interface Post {
  /** Contents by file name. */
  files?: Readonly<Record<string, Buffer>>
  isIncomplete?: boolean
}

export const newInstanceId = () => `uuid:${randomUUID()}`

const writeXml = ({
  instanceId,
  deprecatedId,
  village,
  head,
  house,
  place,
  members,
  form,
  version,
  answers,
}: Interview) =>
  [
    `<?xml version='1.0' ?><data id="${form}" version="${version}" xmlns:orx="http://openrosa.org/xforms">`,
    ...(answers === undefined
      ? [
          `<village>${village}</village><head>${head}</head><farms>no</farms><hectares/>`,
          `<place>${place}</place><house>${house}</house>`,
          ...members.map(
            ({ name, face = '' }) => `<members><name>${name}</name><face>${face}</face></members>`,
          ),
        ]
      : [answers]),
    `<orx:meta><orx:instanceID>${instanceId}</orx:instanceID>`,
    deprecatedId === undefined ? '' : `<orx:deprecatedID>${deprecatedId}</orx:deprecatedID>`,
    '</orx:meta></data>',
  ].join('')

const boundary = 'phone'

const partOf = (name: string, fileName: string | undefined, content: Buffer): Buffer => {
  const file = fileName === undefined ? '' : `; filename="${fileName}"`
  const disposition = `Content-Disposition: form-data; name="${name}"${file}`
  return Buffer.concat([Buffer.from(`--${boundary}\r\n${disposition}\r\n\r\n`), content, Buffer.from('\r\n')])
}

interface Setup {
  surveyId: string
  label?: string
  userDetailsId?: string
}

/** Creates a device, and returns a phone that sends interviews with its token. */
export const createPhone = async (
  world: World,
  { surveyId, label = 'Phone of Ana', userDetailsId }: Setup,
) => {
  const token = createToken()
  const { form_id: formId } = await world.db
    .selectFrom('surveys')
    .select('form_id')
    .where('id', '=', surveyId)
    .executeTakeFirstOrThrow()
  const { id: deviceId } = await world.db
    .insertInto('field_devices')
    .values({
      label,
      created_by: world.people.manager.id,
      token_hash: hashToken(token),
      user_details_id: userDetailsId ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const defaults = {
    village: 'Chimoio',
    head: 'João',
    house: '',
    place: '-19.1 33.4 700.5 4.2',
    members: [],
    form: formId,
    version: '1',
    odkDeviceId: 'collect:abc',
  }
  const send = (interview: Partial<Interview>, { files = {}, isIncomplete = false }: Post = {}) =>
    world.app.inject({
      method: 'POST',
      url: `/api/field/${token}/submission?deviceID=${encodeURIComponent(interview.odkDeviceId ?? 'collect:abc')}`,
      headers: {
        'content-type': `multipart/form-data; boundary=${boundary}`,
        'user-agent': 'org.odk.collect.android/v2026.2.0',
      },
      payload: Buffer.concat([
        partOf(
          'xml_submission_file',
          'interview.xml',
          Buffer.from(writeXml({ instanceId: newInstanceId(), ...defaults, ...interview })),
        ),
        ...Object.entries(files).map(([name, content]) => partOf(name, name, content)),
        ...(isIncomplete ? [partOf('*isIncomplete*', undefined, Buffer.from('yes'))] : []),
        Buffer.from(`--${boundary}--\r\n`),
      ]),
    })
  return { token, deviceId, formId, send }
}

export type TestPhone = Awaited<ReturnType<typeof createPhone>>
