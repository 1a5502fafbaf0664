/**
 * Operator commands for surveys:
 *   npm run survey -- check household.xlsx [--phones] [--language-code Tetun=tet]
 *   npm run survey -- diff household.xlsx
 *   npm run survey -- load household.xlsx [--attach villages.csv] [--status open] [--open-from 2026-03-01] [--close-on 2026-06-30]
 *     [--allow-breaking]
 *   npm run survey -- set household [--status closed] [--open-from …] [--close-on …]
 */
import { readFile } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { parseArgs } from 'node:util'

import { AppError } from '@baseline/contract/errors.ts'
import { date } from '@baseline/contract/fields.ts'
import { messagesByLanguage } from '@baseline/contract/messages/all.ts'
import { languages, translateIfKnown, translator } from '@baseline/contract/messages/translate.ts'
import type { Language } from '@baseline/contract/messages/translate.ts'
import { surveyStatuses } from '@baseline/contract/surveys/master.ts'
import type { SurveyDefinition } from '@baseline/contract/surveys/master.ts'
import { LanguageCodes } from '@baseline/contract/surveys/upload.ts'
import type { Concerned, SurveyDifference } from '@baseline/contract/surveys/upload.ts'
import { TabularError } from '@baseline/tabular/problem.ts'
import { z } from 'zod'

import { readConfig } from './config.ts'
import { assessChanges } from './features/surveys/assess-changes.ts'
import { setSurveyState } from './features/surveys/load-survey.ts'
import { loadWorkbook } from './features/surveys/load-workbook.ts'
import { findByFormId } from './features/surveys/queries.ts'
import type { SourceFiles } from './features/surveys/versions.ts'
import { formatProblem, formatWarning } from './features/surveys/xlsform/format-problem.ts'
import { XlsFormError } from './features/surveys/xlsform/problem.ts'
import { readXlsForm } from './features/surveys/xlsform/read-xlsform.ts'
import type { Db } from './platform/database/database.ts'
import { inTransaction } from './platform/database/transaction.ts'
import { openServices } from './services.ts'

const Command = z.tuple([z.enum(['check', 'diff', 'load', 'set']), z.string().min(1)])
const Options = z.strictObject({
  status: z.enum(surveyStatuses).optional(),
  'open-from': date.optional(),
  'close-on': date.optional(),
  language: z.enum(languages).default('en'),
  /** Also reports rules that cannot be expressed for phones. */
  phones: z.boolean().default(false),
  /** Lists that the workbook refers to as files. */
  attach: z.array(z.string()).default([]),
  /** Names of languages with their codes: Tetun=tet */
  'language-code': LanguageCodes.default({}),
  /** Loads a version that breaks existing answers. */
  'allow-breaking': z.boolean().default(false),
})

const author = { id: undefined, email: 'operator' }

/**
 * Resolves the path from the directory of the caller, because npm changes to the directory of the project.
 */
const readBytes = (file: string): Promise<Uint8Array> =>
  readFile(resolve(process.env['INIT_CWD'] ?? '.', file)).catch((error: unknown) => {
    throw new AppError('entities.surveys.file.notFound', { file }, { cause: error })
  })

const readFiles = async (file: string, { attach }: z.infer<typeof Options>): Promise<SourceFiles> => ({
  workbook: { name: basename(file), content: await readBytes(file) },
  lists: await Promise.all(
    attach.map(async (path) => ({ name: basename(path), content: await readBytes(path) })),
  ),
})

const readForm = ({ workbook, lists }: SourceFiles, options: z.infer<typeof Options>) =>
  readXlsForm(workbook.content, {
    fileName: workbook.name,
    languageCodes: options['language-code'],
    attachments: new Map(lists.map(({ name, content }) => [name, content])),
    phones: options.phones,
  })

const withDatabase = async <T>(work: (tx: Db) => Promise<T>): Promise<T> => {
  const services = await openServices(readConfig(process.env), { runsJobs: false })
  try {
    return await inTransaction(services.db, work)
  } finally {
    await services.close()
  }
}

const formatCount = ({ count, isMinimum }: Concerned): string =>
  `${isMinimum ? 'at least ' : ''}${String(count)} responses`

const formatDifference = ({ change, kind, key, parts, responses }: SurveyDifference): string =>
  [
    `${change} ${kind} ${key}`,
    parts.length > 0 ? `: ${parts.join(', ')}` : '',
    responses ? ` - BREAKS the answers of ${formatCount(responses)}` : '',
  ].join('')

/** Prints the differences to the latest version. */
const diff = async (definition: SurveyDefinition): Promise<string> => {
  const { formId } = definition
  const differences = await withDatabase(async (db) => {
    const survey = await findByFormId(db, formId)
    return survey && assessChanges({ db, scope: 'all' }, survey, definition)
  })
  if (!differences) return `${formId}: a new survey`
  const lines = [
    ...differences.survey.map(({ field, before, after }) => `${field}: ${before ?? '-'} -> ${after ?? '-'}`),
    ...differences.items.map(formatDifference),
  ]
  return lines.length > 0 ? lines.join('\n') : `${formId}: no differences`
}

const run = async (
  [verb, subject]: z.infer<typeof Command>,
  options: z.infer<typeof Options>,
): Promise<string> => {
  const state = { status: options.status, openFrom: options['open-from'], closeOn: options['close-on'] }
  if (verb === 'set') {
    await withDatabase((db) => setSurveyState({ db, author }, subject, state))
    return 'done'
  }
  const files = await readFiles(subject, options)
  const form = await readForm(files, options)
  for (const warning of form.warnings) console.error(formatWarning(options.language, warning))
  const { formId } = form.definition
  if (verb === 'check') return `${formId}: no mistakes`
  if (verb === 'diff') return diff(form.definition)
  const allowBreaking = options['allow-breaking'] ? Number.POSITIVE_INFINITY : undefined
  const { version, changed } = await withDatabase((db) =>
    loadWorkbook({ db, author, scope: 'all', ifMatch: undefined }, form, { ...state, files, allowBreaking }),
  )
  return `${formId}: ${changed ? 'loaded as' : 'the same as'} version ${String(version)}`
}

/** Returns messages for errors that an operator can fix, in their language. Rethrows any other error. */
const formatError = (error: unknown, language: Language): string[] => {
  const messages = messagesByLanguage[language]
  if (error instanceof XlsFormError) return error.problems.map((problem) => formatProblem(language, problem))
  if (error instanceof TabularError) return [translator(messages)(`entities.surveys.file.${error.problem}`)]
  if (error instanceof AppError) {
    const hint = error.code === 'entities.surveys.errors.breaking' ? ['Confirm with --allow-breaking'] : []
    return [translateIfKnown(messages, error.code, error.details) ?? error.code, ...hint]
  }
  throw error
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    status: { type: 'string' },
    'open-from': { type: 'string' },
    'close-on': { type: 'string' },
    language: { type: 'string' },
    phones: { type: 'boolean' },
    attach: { type: 'string', multiple: true },
    'language-code': { type: 'string', multiple: true },
    'allow-breaking': { type: 'boolean' },
  },
})
const command = Command.safeParse(positionals)
const options = Options.safeParse({ ...values })
if (!command.success || !options.success) {
  console.error('usage: survey check FILE | diff FILE | load FILE [options] | set FORM_ID [options]')
  console.error(
    `options: --status ${surveyStatuses.join('|')} --open-from DATE --close-on DATE --language ${languages.join('|')} --phones --language-code NAME=CODE --attach LIST.csv --allow-breaking`,
  )
  process.exit(2)
}

try {
  console.log(await run(command.data, options.data))
} catch (error) {
  for (const line of formatError(error, options.data.language)) console.error(line)
  process.exitCode = 1
}
