import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'

import { AppError } from '@baseline/contract/errors.ts'
import { negotiateLanguage } from '@baseline/contract/messages/translate.ts'
import { formatFormVersion, returnedFormId } from '@baseline/contract/surveys/phone-forms.ts'
import type { FormVersion } from '@baseline/contract/surveys/phone-forms.ts'
import { sql } from 'kysely'

import type { Device } from '#platform/auth/device.ts'
import type { Db } from '#platform/database/database.ts'
import { writeDocument, writeFields } from '#platform/http/open-rosa.ts'

import { writePhoneForm } from './get-xform.ts'
import { returnedForms } from './returned-form.ts'
import { generator } from './xform/write-xform.ts'

const [compress, decompress] = [promisify(gzip), promisify(gunzip)]

interface StoredForm {
  md5: string
  /** The language in which the form begins. */
  language: string
}

interface SurveyForm extends StoredForm {
  surveyId: string
  formId: string
  label: string
  version: number
}

/** Latest versions of the open surveys that a device may collect. */
const findSurveys = (db: Db, { surveys }: Pick<Device, 'surveys'>) =>
  db
    .selectFrom('surveys')
    .leftJoin('phone_forms', (join) =>
      join
        .onRef('phone_forms.survey_id', '=', 'surveys.id')
        .onRef('phone_forms.version', '=', 'surveys.version')
        .on('phone_forms.generator', '=', generator),
    )
    .select([
      'surveys.id as surveyId',
      'surveys.form_id as formId',
      'surveys.label',
      'surveys.version',
      'phone_forms.md5',
      'phone_forms.default_language as language',
    ])
    .where('surveys.status', '=', 'open')
    .$if(surveys !== null, (query) => query.where('surveys.id', '=', sql<string>`any(${surveys}::uuid[])`))
    .orderBy('surveys.label_folded')
    .orderBy('surveys.id')
    .execute()

/** Writes and stores a form that no phone has asked for yet. A concurrent call writes the same bytes. */
const storeForm = async (db: Db, survey: { id: string; version: number }): Promise<StoredForm> => {
  const { content, language } = await writePhoneForm(db, survey)
  const md5 = createHash('md5').update(content).digest('hex')
  await db
    .insertInto('phone_forms')
    .values({
      survey_id: survey.id,
      version: survey.version,
      generator,
      md5,
      default_language: language,
      content: await compress(content),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return { md5, language }
}

/** Forms that are being written: phones that ask for the same new form share the work. */
const writing = new Map<string, Promise<StoredForm>>()

const storeFormOnce = (db: Db, survey: { id: string; version: number }): Promise<StoredForm> => {
  const key = `${survey.id} ${String(survey.version)}`
  const known = writing.get(key)
  if (known) return known
  const stored = storeForm(db, survey).finally(() => writing.delete(key))
  writing.set(key, stored)
  return stored
}

/** Returns the forms that a phone may fill in. */
const listForms = async (db: Db, device: Pick<Device, 'surveys'>): Promise<SurveyForm[]> => {
  const forms: SurveyForm[] = []
  for (const { md5, language, ...survey } of await findSurveys(db, device)) {
    const isStored = md5 !== null && language !== null
    const stored = isStored
      ? { md5, language }
      : await storeFormOnce(db, { id: survey.surveyId, version: survey.version })
    forms.push({ ...survey, ...stored })
  }
  return forms
}

const findForm = (db: Db, surveyId: string, form: FormVersion) =>
  db
    .selectFrom('phone_forms')
    .select('content')
    .where('survey_id', '=', surveyId)
    .where('version', '=', form.version)
    .where('generator', '=', form.generator)
    .executeTakeFirst()

/**
 * Returns a form. Also older versions: a phone may have read the list before the latest one was loaded, or from a
 * server with another generator.
 */
export const getForm = async (
  db: Db,
  { surveys }: Pick<Device, 'surveys'>,
  { surveyId, version: form }: { surveyId: string; version: FormVersion },
): Promise<Buffer> => {
  const survey = await db
    .selectFrom('surveys')
    .select('version')
    .where('id', '=', surveyId)
    .where('status', '=', 'open')
    .executeTakeFirst()
  if (!survey || form.version > survey.version || (surveys && !surveys.includes(surveyId)))
    throw new AppError('errors.notFound')
  let stored = await findForm(db, surveyId, form)
  if (!stored && form.generator === generator) {
    await storeFormOnce(db, { id: surveyId, version: form.version })
    stored = await findForm(db, surveyId, form)
  }
  if (!stored) throw new AppError('errors.notFound')
  return decompress(stored.content)
}

interface ListedForm {
  formID: string
  name: string
  version: string
  md5: string
  downloadUrl: string
  manifestUrl?: string
}

const listSurveyForm = (
  { surveyId, formId, label, version, md5 }: SurveyForm,
  baseUrl: string,
): ListedForm => {
  const formVersion = formatFormVersion({ version, generator })
  const downloadUrl = `${baseUrl}/forms/${surveyId}/${formVersion}`
  return { formID: formId, name: label, version: formVersion, md5, downloadUrl }
}

/** The language of a person is not known: the list of returned interviews begins in that of the questionnaires. */
const listReturnedForm = (forms: readonly SurveyForm[], baseUrl: string): ListedForm => {
  const language = negotiateLanguage(forms.map((form) => form.language).join(','))
  const { title, version, md5 } = returnedForms[language]
  return {
    formID: returnedFormId,
    name: title,
    version,
    md5,
    downloadUrl: `${baseUrl}/returned/forms/${language}`,
    manifestUrl: `${baseUrl}/returned/manifest`,
  }
}

const writeListed = ({ md5, ...form }: ListedForm): string =>
  `<xform>${writeFields({ ...form, hash: `md5:${md5}` })}</xform>`

/**
 * Writes the list of forms of a phone. `baseUrl`: the address of the server in the settings of the phone. A phone
 * without a person has no list of returned interviews.
 */
export const writeFormList = async (
  db: Db,
  device: Pick<Device, 'surveys' | 'person'>,
  baseUrl: string,
): Promise<string> => {
  const forms = await listForms(db, device)
  const listed = [
    ...forms.map((form) => listSurveyForm(form, baseUrl)),
    ...(device.person ? [listReturnedForm(forms, baseUrl)] : []),
  ]
  return writeDocument(
    'xforms',
    'http://openrosa.org/xforms/xformsList',
    listed.map((form) => writeListed(form)).join(''),
  )
}
