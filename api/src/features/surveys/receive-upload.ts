import { AppError, fieldError } from '@baseline/contract/errors.ts'
import { uploadLimits } from '@baseline/contract/surveys/upload.ts'
import { fieldIssue } from '@baseline/contract/validation.ts'

import type { Db } from '#platform/database/database.ts'
import type { MemberContext } from '#platform/http/context.ts'
import type { Attachment, IncomingFile } from '#platform/http/upload.ts'
import { limits } from '#platform/limits.ts'
import { withinLimit } from '#platform/rate-limit.ts'
import { toPlainName } from '#platform/storage/file-name.ts'

import { readUpload } from './read-upload.ts'
import type { ReadResult } from './read-upload.ts'
import type { SourceFiles } from './versions.ts'
import type { SurveyForm } from './xlsform/read-xlsform.ts'

interface Upload {
  file: IncomingFile
  attachments: readonly Attachment[]
  body: { languageCodes?: Readonly<Record<string, string>> | undefined }
}

/** `slice` may leave half of a surrogate pair at the end. */
const toName = (fileName: string): string => toPlainName(fileName).slice(0, 255).toWellFormed()

const nameLists = (attachments: readonly Attachment[]): SourceFiles['lists'] => {
  const lists = attachments.map(({ name, content }) => ({ name: toName(name), content }))
  const names = new Set(lists.map(({ name }) => name))
  if (names.has('') || names.size < lists.length) throw fieldError('attachment', 'validation.mixed.default')
  return lists
}

/** Receives and reads an uploaded questionnaire. A workbook with problems is a result, not an error. */
export const receiveUpload = async (
  db: Db,
  { file, attachments, body: { languageCodes } }: Upload,
  { actor }: Pick<MemberContext, 'actor'>,
): Promise<{ files: SourceFiles; result: ReadResult }> => {
  const { perPerson: max, windowMinutes: minutes } = limits.questionnaires
  if (!(await withinLimit(db, `questionnaires of ${actor.userId}`, { max, minutes })))
    throw new AppError('errors.tooManyRequests')
  const lists = nameLists(attachments)
  const content = await file.read(uploadLimits.workbookBytes)
  const workbook = { name: toName(file.name) || 'questionnaire.xlsx', content: content ?? Buffer.alloc(0) }
  const files = { workbook, lists }
  const result: ReadResult = content
    ? await readUpload({ files, languageCodes })
    : { fileProblem: 'tooLarge' }
  return { files, result }
}

/** Returns the content of an upload, or refuses it with the cells of its problems. */
export const requireForm = (result: ReadResult): SurveyForm => {
  if (result.form) return result.form
  const issues =
    'fileProblem' in result
      ? [fieldIssue('file', `entities.surveys.file.${result.fileProblem}`)]
      : result.problems.map(({ sheet, row, column, key, params }) =>
          fieldIssue(`${sheet}!${column}${String(row)}`, key, params),
        )
  throw new AppError('entities.surveys.errors.workbook', { issues })
}
