/**
 * Operator commands for surveys:
 *   npm run survey -- check household.xlsx [--language-code Tetun=tet]
 *   npm run survey -- load household.xlsx [--attach villages.csv] [--status open] [--open-from 2026-03-01] [--close-on 2026-06-30]
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
import { LanguageTag, surveyStatuses } from '@baseline/contract/surveys/master.ts'
import { TabularError } from '@baseline/tabular/problem.ts'
import { z } from 'zod'

import { readConfig } from './config.ts'
import { loadSurvey, setSurveyState } from './features/surveys/load-survey.ts'
import { formatProblem, formatWarning, XlsFormError } from './features/surveys/xlsform/problem.ts'
import { readXlsForm } from './features/surveys/xlsform/read-xlsform.ts'
import type { Db } from './platform/database/database.ts'
import { inTransaction } from './platform/database/transaction.ts'
import { openServices } from './services.ts'

const Command = z.tuple([z.enum(['check', 'load', 'set']), z.string().min(1)])
const Options = z.strictObject({
  status: z.enum(surveyStatuses).optional(),
  'open-from': date.optional(),
  'close-on': date.optional(),
  language: z.enum(languages).default('en'),
  /** Lists that the workbook refers to as files. */
  attach: z.array(z.string()).default([]),
  /** Names of languages with their codes: Tetun=tet */
  'language-code': z
    .array(z.string().regex(/^[^=]+=[^=]+$/))
    .transform((pairs) => Object.fromEntries(pairs.map((pair) => pair.split('='))))
    .pipe(z.record(z.string(), LanguageTag))
    .default({}),
})

const author = { id: undefined, email: 'operator' }

/**
 * Resolves the path from the directory of the caller, because npm changes to the directory of the project.
 */
const readBytes = (file: string): Promise<Uint8Array> =>
  readFile(resolve(process.env['INIT_CWD'] ?? '.', file)).catch((error: unknown) => {
    throw new AppError('entities.surveys.file.notFound', { file }, { cause: error })
  })

const readForm = async (file: string, options: z.infer<typeof Options>) => {
  const attachments = await Promise.all(
    options.attach.map(async (path) => [basename(path), await readBytes(path)] as const),
  )
  return readXlsForm(await readBytes(file), {
    fileName: basename(file),
    languageCodes: options['language-code'],
    attachments: new Map(attachments),
  })
}

const withDatabase = async <T>(work: (tx: Db) => Promise<T>): Promise<T> => {
  const services = await openServices(readConfig(process.env), { runsJobs: false })
  try {
    return await inTransaction(services.db, work)
  } finally {
    await services.close()
  }
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
  const form = await readForm(subject, options)
  for (const warning of form.warnings) console.error(formatWarning(options.language, warning))
  const { formId } = form.definition
  if (verb === 'check') return `${formId}: no mistakes`
  const { version, changed } = await withDatabase((db) =>
    loadSurvey({ db, author }, form.definition, { ...state, targets: form.targets }),
  )
  return `${formId}: ${changed ? 'loaded as' : 'the same as'} version ${String(version)}`
}

/** Returns messages for errors that an operator can fix, in their language. Rethrows any other error. */
const formatError = (error: unknown, language: Language): string[] => {
  const messages = messagesByLanguage[language]
  if (error instanceof XlsFormError) return error.problems.map((problem) => formatProblem(language, problem))
  if (error instanceof TabularError) return [translator(messages)(`entities.surveys.file.${error.problem}`)]
  if (error instanceof AppError) return [translateIfKnown(messages, error.code, error.details) ?? error.code]
  throw error
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    status: { type: 'string' },
    'open-from': { type: 'string' },
    'close-on': { type: 'string' },
    language: { type: 'string' },
    attach: { type: 'string', multiple: true },
    'language-code': { type: 'string', multiple: true },
  },
})
const command = Command.safeParse(positionals)
const options = Options.safeParse({ ...values })
if (!command.success || !options.success) {
  console.error('usage: survey check FILE | load FILE [options] | set FORM_ID [options]')
  console.error(
    `options: --status ${surveyStatuses.join('|')} --open-from DATE --close-on DATE --language ${languages.join('|')} --language-code NAME=CODE --attach LIST.csv`,
  )
  process.exit(2)
}

try {
  console.log(await run(command.data, options.data))
} catch (error) {
  for (const line of formatError(error, options.data.language)) console.error(line)
  process.exitCode = 1
}
