import { AppError } from '@baseline/contract/errors.ts'
import type { SurveyDefinition } from '@baseline/contract/surveys/master.ts'

import type { Db } from '#platform/database/database.ts'
import { NamedFile } from '#platform/http/named-file.ts'
import { limits } from '#platform/limits.ts'
import { createSlots } from '#platform/slots.ts'
import { callThread } from '#platform/thread.ts'

import { findMaster } from './queries.ts'

export interface WriteRequest {
  definition: SurveyDefinition
  version: number
}

const withWriteSlot = createSlots(1)
const thread = new URL('./get-xform-thread.ts', import.meta.url)

/** Writes a version as an XForm, in a thread: 20,000 choices in ten languages take seconds. */
const writeForm = async (definition: SurveyDefinition, version: number): Promise<Uint8Array> => {
  const request: WriteRequest = { definition, version }
  const form = await withWriteSlot(() => callThread<Uint8Array>(thread, request, limits.phoneForms))
  if (typeof form === 'string') throw new Error(`the XForm was not written: limit of ${form}`)
  return form
}

const getDefinition = async (db: Db, { id, version }: SurveyVersion): Promise<SurveyDefinition> => {
  const definition = await findMaster(db, id, version)
  if (!definition) throw new AppError('errors.notFound')
  return definition
}

interface SurveyVersion {
  id: string
  version: number
}

/** Returns a version as an XForm, with the language in which it begins. */
export const writePhoneForm = async (
  db: Db,
  survey: SurveyVersion,
): Promise<{ content: Uint8Array; language: string }> => {
  const definition = await getDefinition(db, survey)
  return { content: await writeForm(definition, survey.version), language: definition.defaultLanguage }
}

/** Returns a version as an XForm that a user saves. */
export const getXForm = async (db: Db, survey: SurveyVersion): Promise<NamedFile> => {
  const definition = await getDefinition(db, survey)
  const form = await writeForm(definition, survey.version)
  return new NamedFile(`${definition.formId}-${String(survey.version)}.xml`, form)
}
