import { AppError } from '@baseline/contract/errors.ts'
import type { SubmissionProblem } from '@baseline/contract/intake/submission.ts'
import type { AnswerFileKind } from '@baseline/contract/storage/folders.ts'
import type { SurveyResponse } from '@baseline/contract/survey-responses/response.ts'
import type { Answers } from '@baseline/contract/surveys/answers.ts'
import type { Clock } from '@baseline/contract/surveys/evaluate-survey.ts'
import { pathOf } from '@baseline/contract/surveys/hidden-answers.ts'
import { questionnaireVersionOf } from '@baseline/contract/surveys/phone-forms.ts'
import { itemsOf } from '@baseline/contract/surveys/survey-items.ts'

import type { Device } from '#platform/auth/device.ts'

import type { ReadForm, SurveyAtVersion } from '../survey.ts'
import { toRecord } from '../write/to-record.ts'
import type { Trace, UnresolvedFields } from '../write/to-record.ts'
import { mapAnswers } from './map-answers.ts'
import type { MappedAnswers } from './map-answers.ts'
import type { Submission } from './submission.ts'

/** A file that an answer names. */
export interface NamedFile {
  name: string
  kind: AnswerFileKind
  question: string
}

/** The device that sent an interview. */
export type Sender = Pick<Device, 'id' | 'label' | 'person'>

/** An interview with its survey and its answers. */
export interface PreparedSubmission {
  survey: SurveyAtVersion
  submission: Submission
  device: Sender
  mapped: MappedAnswers
}

/**
 * Finds the version of the questionnaire that an interview was filled in with. An interview with an unknown form
 * is refused: it stays on the phone, where it is safe.
 */
export const findSurveyOf = async (
  readForm: ReadForm,
  { formId, version = '' }: Submission,
  { surveys }: Pick<Device, 'surveys'>,
): Promise<SurveyAtVersion> => {
  const number = questionnaireVersionOf(version)
  const survey = number === undefined ? undefined : await readForm(formId, number)
  if (!survey || survey.status === 'draft' || (surveys && !surveys.includes(survey.id)))
    throw new AppError('entities.intake.errors.unknownForm', { form: formId, version })
  return survey
}

export const prepareSubmission = (
  survey: SurveyAtVersion,
  submission: Submission,
  device: Sender,
): PreparedSubmission => ({ survey, submission, device, mapped: mapAnswers(survey.definition, submission) })

type AnswerFile = MappedAnswers['files'][number] & { kind: AnswerFileKind }

/** Returns the files that answer a question. Excludes the log of events in the form. */
const answerFilesOf = ({ files }: MappedAnswers): AnswerFile[] =>
  files.flatMap((file) => (file.kind === 'audit' ? [] : [{ ...file, kind: file.kind }]))

export const filesNamedIn = ({
  survey,
  mapped,
}: Pick<PreparedSubmission, 'survey' | 'mapped'>): NamedFile[] => {
  const items = itemsOf(survey.definition)
  return answerFilesOf(mapped).map(({ name, kind, question, row = 0 }) => ({
    name,
    kind,
    question: pathOf(question, items.get(question)?.repeat, row),
  }))
}

/** Returns the answers with the ids of their files. A file that arrives later gets the id that the answer has. */
const withFileIds = (
  { survey, mapped }: Pick<PreparedSubmission, 'survey' | 'mapped'>,
  fileIds: ReadonlyMap<string, string>,
): Answers => {
  const files = answerFilesOf(mapped)
  if (files.length === 0) return mapped.values
  const values = structuredClone(mapped.values)
  const items = itemsOf(survey.definition)
  for (const { name, question, row = 0 } of files) {
    const repeat = items.get(question)?.repeat
    const rows: unknown = repeat === undefined ? undefined : values[repeat]
    const target: unknown = Array.isArray(rows) ? rows[row] : values
    const id = fileIds.get(name)
    if (id !== undefined && typeof target === 'object' && target !== null) Reflect.set(target, question, id)
  }
  return values
}

interface RecordOptions {
  timeZone: string
  /** Ids of the files by their name. */
  fileIds: ReadonlyMap<string, string>
  /** The response that the interview replaces. */
  before?: SurveyResponse
}

/** The clock of the phone at the end of the interview: what the questionnaire asked depended on it. */
const clockOf = ({ startTime, endTime = startTime }: MappedAnswers): Required<Clock> | undefined =>
  endTime === undefined ? undefined : { today: endTime.slice(0, 10), now: endTime.slice(0, 16) }

/**
 * Returns the record of an interview. Its answers are never a reason to refuse it: problems are returned, and
 * values that the questionnaire cannot hold remain in the XML.
 */
export const toResponseRecord = (
  item: PreparedSubmission,
  { timeZone, fileIds, before }: RecordOptions,
): {
  fields: UnresolvedFields
  /** Ids of the files in the answers. */
  usedFiles: string[]
  trace: Trace
  problem: SubmissionProblem | null
} => {
  const { survey, mapped, device } = item
  const { label, person } = device
  const { fields, files, trace, issues } = toRecord(
    { language: 'en', timeZone },
    survey,
    {
      startTime: mapped.startTime ?? null,
      endTime: mapped.endTime ?? null,
      investigatorName: person?.name ?? label,
      investigatorMobileNumber: person?.mobileNumber ?? null,
      supervisorName: person?.managerName ?? '',
      photos: [],
      values: withFileIds(item, fileIds),
    },
    // `imported`: answers that this product considers as not asked are a problem, as in a file.
    { clock: clockOf(mapped), imported: true, ...(before && { before }) },
  )
  const problem: SubmissionProblem = {
    ...(issues.length > 0 && { issues }),
    ...(mapped.unmapped.length > 0 && { unmapped: mapped.unmapped }),
    ...(survey.status === 'closed' && { isLate: true as const }),
  }
  return {
    // A name can belong to several people, the device to one.
    fields: person ? { ...fields, investigatorId: person.id } : fields,
    usedFiles: files.map(({ id }) => id),
    trace,
    problem: Object.keys(problem).length > 0 ? problem : null,
  }
}
