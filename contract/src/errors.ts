import type { MessageKey } from './messages/translate.ts'
import { fieldIssue } from './validation.ts'
import type { FieldIssue } from './validation.ts'

/** Error codes of the backend with their HTTP status; a code is also its message key. spec §8 */
export const errorStatus = {
  'errors.defaultErrorMessage': 500,
  'errors.invalid': 400,
  'errors.tooLarge': 400,
  'errors.idempotencyKeyReused': 400,
  'errors.tooFar': 400,
  'errors.recordNotFound': 400,
  'errors.conflict': 409,
  'errors.unauthenticated': 401,
  'errors.forbidden': 403,
  'errors.notFound': 404,
  'errors.tooManyRequests': 429,
  /** The server receives too many calls at the same time; a retry after a second may succeed. */
  'errors.busy': 429,
  'errors.unavailable': 503,
  'auth/user-disabled': 401,
  'auth/too-many-requests': 400,
  'auth.secondFactor.overdue': 403,
  'auth.emailNotConfigured': 400,
  'auth.emailAddressVerificationEmail.error': 400,
  'auth.passwordResetEmail.error': 400,
  'fileUploader.image': 400,
  'fileUploader.size': 400,
  'fileUploader.formats': 400,
  'iam.errors.userAlreadyExists': 400,
  'iam.errors.userNotFound': 400,
  /** For calls that read, where a missing record is 404. */
  'iam.errors.userMissing': 404,
  'iam.errors.notInvitable': 400,
  'iam.errors.reservedAddress': 400,
  'iam.errors.disablingHimself': 400,
  'iam.errors.revokingOwnPermission': 400,
  'iam.errors.lastManager': 400,
  'iam.errors.ownSecondFactor': 400,
  'iam.errors.userDetailsTaken': 400,
  'iam.errors.userDetailsMissing': 400,
  'iam.errors.surveyMissing': 400,
  'iam.errors.surveyTwice': 400,
  'dataProtection.errors.enabledUser': 400,
  'dataProtection.errors.notFound': 400,
  'importer.errors.importHashExistent': 400,
  'entities.userDetails.errors.managerNotFound': 400,
  'entities.userDetails.errors.ownManager': 400,
  'entities.devices.errors.personRequired': 400,
  'entities.devices.errors.personNotFound': 400,
  'entities.devices.errors.surveyNotFound': 400,
  'entities.devices.errors.alreadyUsed': 400,
  'entities.surveyResponses.errors.transition': 400,
  'entities.surveyResponses.errors.role': 400,
  'entities.surveyResponses.errors.commentRequired': 400,
  'entities.surveyResponses.errors.reasonRequired': 400,
  'entities.surveyResponses.errors.endTimeRequired': 400,
  'entities.surveyResponses.errors.incomplete': 400,
  'entities.surveyResponses.errors.openFlags': 400,
  'entities.surveyResponses.errors.openQueries': 400,
  'entities.review.errors.reviewerNotFound': 400,
  'entities.review.errors.outOfScope': 400,
  'entities.review.errors.tooMany': 400,
  'entities.surveyResponses.errors.notDuplicates': 400,
  'entities.surveyResponses.errors.readOnly': 400,
  'entities.surveyResponses.errors.importStatus': 400,
  'entities.surveyResponses.errors.displayIdExists': 400,
  'entities.surveyResponses.errors.surveyNotFound': 400,
  'entities.surveyResponses.errors.surveyNotOpen': 400,
  'entities.surveyResponses.errors.tooMany': 400,
  'entities.surveyResponses.errors.notRestorable': 400,
  'entities.surveyResponses.errors.oneSurvey': 400,
  'entities.surveyResponses.errors.notSearchable': 400,
  'entities.surveyResponses.errors.undoNothing': 400,
  'entities.surveyResponses.errors.undoOther': 400,
  'entities.surveyResponses.errors.undoChanged': 400,
  'entities.surveyResponses.errors.undoTooLate': 400,
  'entities.surveyResponses.errors.undoRunning': 400,
  'entities.surveyResponses.errors.flagChanged': 400,
  'entities.answerQueries.errors.unknownQuestion': 400,
  'entities.answerQueries.errors.changed': 400,
  'checks.errors.noDraft': 400,
  'checks.errors.untried': 400,
  'entities.intake.errors.unknownForm': 404,
  'entities.intake.errors.unknownInstance': 404,
  'entities.intake.errors.decided': 400,
  'entities.intake.errors.choice': 400,
  'entities.intake.errors.stillUnreadable': 400,
  'entities.intake.submission.tooLarge': 400,
  'entities.intake.submission.notUtf8': 400,
  'entities.intake.submission.notWellFormed': 400,
  'entities.intake.submission.doctype': 400,
  'entities.intake.submission.tooDeep': 400,
  'entities.intake.submission.tooManyElements': 400,
  'entities.intake.submission.encrypted': 400,
  'entities.intake.submission.noFormId': 400,
  'entities.intake.submission.noInstanceId': 400,
  'entities.intake.submission.invalidId': 400,
  'entities.surveyExports.errors.formatUnavailable': 400,
  'entities.surveyExports.errors.tooManyColumns': 400,
  'entities.surveyExports.errors.tooMany': 400,
  'entities.surveys.errors.notFound': 400,
  'entities.surveys.errors.dates': 400,
  'entities.surveys.errors.districtTwice': 400,
  'entities.surveys.errors.workbook': 400,
  'entities.surveys.errors.breaking': 400,
  'entities.surveys.errors.noWorkbook': 404,
  'entities.surveys.errors.unknownQuestion': 400,
  'entities.surveys.errors.notSearchable': 400,
  'entities.surveys.errors.missingFiles': 400,
  'entities.surveys.file.notFound': 400,
} as const satisfies Partial<Record<MessageKey, number>>

export type ErrorCode = keyof typeof errorStatus

/** Details of an error: the parameters of its message, and the fields that the caller must correct. */
interface ErrorDetails {
  readonly issues?: readonly FieldIssue[]
  readonly [name: string]: unknown
}

export class AppError extends Error {
  readonly code: ErrorCode
  readonly details: ErrorDetails | undefined

  constructor(code: ErrorCode, details?: ErrorDetails, options?: ErrorOptions) {
    super(code, options)
    this.code = code
    this.details = details
  }

  get status(): number {
    return errorStatus[this.code]
  }
}

const isErrorCode = (key: string): key is ErrorCode => Object.hasOwn(errorStatus, key)

/** Refuses one field of a request. A key that is not an error code is a rule of the field: `errors.invalid`. */
export const fieldError = (path: string, key: MessageKey): AppError =>
  new AppError(isErrorCode(key) ? key : 'errors.invalid', { issues: [fieldIssue(path, key)] })
