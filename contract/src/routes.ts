import * as answerQueries from './answer-queries/contract.ts'
import * as auditLog from './audit-log/contract.ts'
import * as auth from './auth/contract.ts'
import * as dashboard from './dashboard/contract.ts'
import * as dataProtection from './data-protection/contract.ts'
import * as devices from './devices/contract.ts'
import type { Route } from './http.ts'
import * as iam from './iam/contract.ts'
import * as intake from './intake/contract.ts'
import * as intakeItem from './intake/item.ts'
import * as ownResponses from './own-responses/contract.ts'
import type { PhoneRoute } from './phone-route.ts'
import * as readLog from './read-log/contract.ts'
import * as securityLog from './security-log/contract.ts'
import * as settings from './settings/contract.ts'
import * as storage from './storage/contract.ts'
import * as assignment from './survey-responses/assign-reviews.ts'
import * as checkRules from './survey-responses/check-rules.ts'
import * as surveyResponses from './survey-responses/contract.ts'
import * as deskFigures from './survey-responses/desk-figures.ts'
import * as deskSettings from './survey-responses/desk-settings.ts'
import * as desk from './survey-responses/desk.ts'
import * as duplicates from './survey-responses/duplicates.ts'
import * as enumerators from './survey-responses/enumerators.ts'
import * as surveyExports from './survey-responses/exports/contract.ts'
import * as flags from './survey-responses/flags.ts'
import * as returned from './survey-responses/returned.ts'
import * as submissions from './survey-responses/submissions.ts'
import * as undo from './survey-responses/undo.ts'
import * as surveys from './surveys/contract.ts'
import * as phoneForms from './surveys/phone-forms.ts'
import * as surveySearchable from './surveys/searchable.ts'
import * as surveySettings from './surveys/settings.ts'
import * as surveyTargets from './surveys/targets.ts'
import * as surveyUpload from './surveys/upload.ts'
import * as surveyVersions from './surveys/versions.ts'
import * as userDetails from './user-details/contract.ts'

/**
 * Every call of the product. The tests in api/src/laws and the OpenAPI document iterate over this list. spec
 * §7
 */
export const routes: readonly Route[] = [
  auth.getCurrentUser,
  auth.getEmailConfigured,
  auth.sendVerificationEmail,
  auth.sendPasswordResetEmail,
  auth.updateProfile,
  settings.getHealth,
  settings.getSettings,
  settings.updateSettings,
  auditLog.listAuditLog,
  securityLog.listSecurityLog,
  readLog.listReadLog,
  readLog.listReadAlerts,
  dataProtection.findPersonalData,
  dataProtection.reportPersonalData,
  dataProtection.createPersonalDataFile,
  dataProtection.createErasure,
  dataProtection.listErasures,
  dataProtection.listRetention,
  dataProtection.updateRetention,
  dataProtection.reportRetention,
  storage.getStorageToken,
  storage.uploadFile,
  iam.listUsers,
  iam.listRoles,
  iam.autocompleteUsers,
  iam.getUser,
  iam.createUsers,
  iam.inviteAgain,
  iam.resetSecondFactor,
  iam.importUser,
  iam.updateUser,
  iam.changeUserStatus,
  iam.revokeRoles,
  userDetails.listUserDetails,
  userDetails.autocompleteUserDetails,
  userDetails.getUserDetails,
  userDetails.createUserDetails,
  userDetails.importUserDetails,
  userDetails.updateUserDetails,
  userDetails.destroyUserDetails,
  devices.listDevices,
  devices.listDevicePeople,
  devices.createDevice,
  devices.revokeDevice,
  intake.listIntake,
  intakeItem.getIntakeItem,
  intakeItem.getIntakeXml,
  intakeItem.decideIntakeItem,
  surveys.listSurveys,
  surveys.getSurvey,
  surveyVersions.listSurveyVersions,
  surveyVersions.getSurveyWorkbook,
  surveyVersions.getSurveyXForm,
  surveyVersions.getSurveyList,
  surveys.changeSurveyStatus,
  surveySettings.getSurveySettings,
  surveySettings.updateSurveySettings,
  surveySearchable.listSearchableQuestions,
  surveyUpload.checkSurvey,
  surveyUpload.loadSurvey,
  surveys.getSurveyMaster,
  surveyTargets.getSurveyTargets,
  surveyTargets.updateSurveyTargets,
  surveyResponses.listSurveyResponses,
  surveyResponses.autocompleteSurveyResponses,
  surveyResponses.lookUpSurveyResponses,
  surveyResponses.getFacet,
  surveyResponses.getSurveyResponse,
  surveyResponses.listImages,
  surveyResponses.createSurveyResponse,
  surveyResponses.importSurveyResponse,
  surveyResponses.updateSurveyResponse,
  surveyResponses.destroySurveyResponses,
  surveyResponses.changeResponseStatus,
  surveyResponses.changeManyStatuses,
  surveyResponses.getStatusJob,
  undo.undoResponseStatus,
  undo.undoReview,
  undo.getUndoJob,
  surveyResponses.getHistory,
  surveyResponses.listComments,
  submissions.listSubmissions,
  flags.listFlags,
  flags.decideFlag,
  answerQueries.listResponseQueries,
  answerQueries.openAnswerQuery,
  answerQueries.listQueries,
  answerQueries.addQueryMessage,
  answerQueries.acceptProposal,
  answerQueries.closeQuery,
  answerQueries.withdrawQuery,
  answerQueries.reopenQuery,
  duplicates.listDuplicates,
  duplicates.rejectDuplicates,
  checkRules.listCheckRules,
  checkRules.saveRuleDraft,
  checkRules.discardRuleDraft,
  checkRules.tryRule,
  checkRules.getRuleTrial,
  checkRules.setRuleState,
  enumerators.listEnumerators,
  enumerators.getEnumerator,
  surveyResponses.addComment,
  desk.listQueue,
  desk.claimNext,
  assignment.listReviewers,
  deskFigures.listReviewerFigures,
  assignment.assignReviews,
  deskSettings.getReviewSettings,
  deskSettings.updateReviewSettings,
  desk.getReview,
  desk.claimReview,
  desk.releaseReview,
  surveyResponses.getNeighbours,
  surveyResponses.getMapTile,
  dashboard.getDashboard,
  ownResponses.listOwnResponses,
  ownResponses.getOwnFigures,
  surveyExports.listExportFormats,
  surveyExports.getCodebook,
  surveyExports.listSurveyExports,
  surveyExports.getSurveyExport,
  surveyExports.createSurveyExport,
  surveyExports.cancelSurveyExport,
]

/** Every call of phones. They sign in with a token in the path, and may make no other call. */
export const phoneRoutes: readonly PhoneRoute[] = [
  phoneForms.listPhoneForms,
  phoneForms.getPhoneForm,
  phoneForms.getReturnedForm,
  returned.getReturnedManifest,
  returned.getReturnedFile,
  submissions.checkSubmission,
  submissions.addSubmission,
]
