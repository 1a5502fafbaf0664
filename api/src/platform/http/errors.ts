import type { ErrorIssue } from '@baseline/contract/error-details.ts'
import { AppError } from '@baseline/contract/errors.ts'
import type { ErrorCode } from '@baseline/contract/errors.ts'
import { messagesByLanguage } from '@baseline/contract/messages/all.ts'
import { translateIfKnown } from '@baseline/contract/messages/translate.ts'
import type { Language } from '@baseline/contract/messages/translate.ts'
import type { FieldIssue } from '@baseline/contract/validation.ts'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { isTransient } from '../database/retry.ts'
import { languageOf } from './language.ts'

/** Error codes for violated database constraints. */
const constraintCodes: Readonly<Record<string, ErrorCode>> = {
  users_email_key: 'iam.errors.userAlreadyExists',
  users_authentication_uid_key: 'iam.errors.userAlreadyExists',
  users_user_details_id_key: 'iam.errors.userDetailsTaken',
  users_user_details_id_fkey: 'iam.errors.userDetailsMissing',
  memberships_survey_id_fkey: 'iam.errors.surveyMissing',
  memberships_survey_key: 'iam.errors.surveyTwice',
  user_details_manager_id_fkey: 'entities.userDetails.errors.managerNotFound',
  field_devices_user_details_id_fkey: 'entities.devices.errors.personNotFound',
  user_details_own_manager_check: 'entities.userDetails.errors.ownManager',
}

/**
 * SQLSTATE codes for values that PostgreSQL cannot store: an invalid request, not a server error. 54000 is a
 * value that does not fit into an index.
 */
const unstorableCodes = new Set([
  '54000',
  '22021',
  '22P02',
  '22P05',
  '22003',
  '22001',
  '22007',
  '22008',
  '22009',
])

const fromDatabase = (error: Error): AppError | undefined => {
  const code = 'code' in error ? String(error.code) : ''
  const constraint = 'constraint' in error ? String(error.constraint) : ''
  const mappedCode = constraintCodes[constraint]
  if (mappedCode) return new AppError(mappedCode, undefined, { cause: error })
  if (unstorableCodes.has(code)) return new AppError('errors.invalid', undefined, { cause: error })
  // 57014 is a statement timeout, 53100 a full disk.
  if (code === '57014' || code === '53100' || isTransient(error))
    return new AppError('errors.unavailable', undefined, { cause: error })
  return undefined
}

const fromFastify = (error: FastifyError): AppError | undefined => {
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new AppError('errors.tooLarge', undefined, { cause: error })
  const status = error.statusCode ?? 500
  return status >= 400 && status < 500
    ? new AppError('errors.invalid', undefined, { cause: error })
    : undefined
}

const toAppError = (error: unknown): AppError => {
  if (error instanceof AppError) return error
  if (error instanceof Error) {
    const knownError =
      fromDatabase(error) ?? ('statusCode' in error ? fromFastify(error as FastifyError) : undefined)
    if (knownError) return knownError
  }
  return new AppError('errors.defaultErrorMessage', undefined, { cause: error })
}

/** Returns the field name of a path, `roles` for `data.roles.0`; for an empty path, the word "request". */
const fieldName = (language: Language, path: string): string =>
  path
    .split('.')
    .filter((part) => !/^\d*$/.test(part))
    .at(-1) ?? messagesByLanguage[language].common.request

const formatIssue = (language: Language, { path, key, params }: FieldIssue): ErrorIssue => ({
  path,
  key,
  params,
  message:
    translateIfKnown(messagesByLanguage[language], key, { path: fieldName(language, path), ...params }) ??
    key,
})

/** `{code, message, details?, requestId}`, the message in the caller's language. spec §8 */
const bodyOf = (error: AppError, language: Language, requestId: string) => {
  const { issues, ...params } = error.details ?? {}
  const message = translateIfKnown(messagesByLanguage[language], error.code, params) ?? error.code
  const details = issues ? { ...params, issues: issues.map((issue) => formatIssue(language, issue)) } : params
  return {
    code: error.code,
    message,
    ...(Object.keys(details).length > 0 ? { details } : {}),
    requestId,
  }
}

/**
 * Logs an error and sets the headers of its response. Returns the status and the body. The message of an unexpected
 * error is not sent.
 */
export const describeError = (thrown: unknown, request: FastifyRequest, reply: FastifyReply) => {
  const error = toAppError(thrown)
  if (error.status >= 500) request.log.error({ err: error.cause ?? error }, error.code)
  else if (error.status === 401)
    request.log.info({ reason: error.cause instanceof Error ? error.cause.message : undefined }, error.code)
  if (error.status === 503 || error.code === 'errors.busy') void reply.header('retry-after', '1')
  else if (error.status === 429) void reply.header('retry-after', '60')
  // Fastify closes the connection after a refused body. nginx may still be sending that body, and then returns 502.
  void reply.removeHeader('connection')
  const body = bodyOf(error, languageOf(request), request.id)
  return { status: error.status, message: body.message, body }
}

/** Turns every error into a response. */
export const answerErrors = (app: FastifyInstance): void => {
  app.setErrorHandler((thrown, request, reply): FastifyReply => {
    const { status, body } = describeError(thrown, request, reply)
    if (status === 401) void reply.header('www-authenticate', 'Bearer')
    return reply.code(status).send(body)
  })
  app.setNotFoundHandler((request, reply) =>
    reply.code(404).send(bodyOf(new AppError('errors.notFound'), languageOf(request), request.id)),
  )
}
