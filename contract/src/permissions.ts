export const roles = ['manager', 'supervisor', 'monitor', 'enumerator'] as const
export type Role = (typeof roles)[number]

/** Roles that have each permission; a user needs one of them. spec §6 */
export const permissions = {
  iamEdit: ['manager'],
  iamCreate: ['manager'],
  iamImport: ['manager'],
  iamRead: ['manager'],
  iamUserAutocomplete: ['manager'],
  auditLogRead: ['manager'],
  /** Find, hand over and erase the data of a household or a person; set retention periods. */
  dataProtection: ['manager'],
  settingsEdit: ['manager'],
  surveyResponsesImport: ['manager', 'supervisor'],
  surveyResponsesCreate: ['manager', 'supervisor'],
  surveyResponsesEdit: ['manager', 'supervisor'],
  surveyResponsesDestroy: ['manager', 'supervisor'],
  surveyResponsesRead: ['manager', 'supervisor'],
  surveyResponsesAutocomplete: ['manager', 'supervisor'],
  surveyListRead: ['manager', 'supervisor'],
  /** Load questionnaires, open and close surveys, change their settings and targets. */
  surveysEdit: ['manager'],
  /** See their own interviews of the last days: Survey Id, village, date, status and the reason of a return. */
  ownResponsesRead: ['enumerator'],
  userDetailsRead: ['manager', 'supervisor'],
  userDetailsAutocomplete: ['manager', 'supervisor'],
  userDetailsCreate: ['manager'],
  userDetailsEdit: ['manager'],
  userDetailsDestroy: ['manager'],
  userDetailsImport: ['manager'],
  /** See, create and revoke devices of their team. */
  devicesEdit: ['manager', 'supervisor'],
  /** See, create and revoke the devices of all people, and those without a person. */
  devicesEditAll: ['manager'],
  /** See the flags of responses and the rules behind them. */
  checksRead: ['manager', 'supervisor'],
  /** Change the rules of a survey. */
  checksEdit: ['manager'],
  /** Confirm and waive flags. */
  flagsDecide: ['manager', 'supervisor'],
  /** See interviews from phones that wait in the inbox, and decide about them. */
  intakeEdit: ['manager'],
  /** See the figures of all responses. Other users see the figures of their responses. */
  dashboardReadAll: ['manager', 'supervisor', 'monitor'],
  /** See and cancel the exports of other users. */
  surveyExportsReadAll: ['manager'],
  /** See the bulk reviews of other users, and their undo. */
  statusJobsReadAll: ['manager'],
  /** Make all transitions of the status table that do not need `surveyResponsesApprove`. spec §4 */
  surveyResponsesReview: ['manager', 'supervisor'],
  /** Approve, reject and reopen responses. */
  surveyResponsesApprove: ['manager'],
  /** Import responses in any status, for records of another system. */
  surveyResponsesImportAnyStatus: ['manager'],
  /** Be the default supervisor of new responses. */
  surveyResponsesSupervise: ['supervisor'],
} as const satisfies Record<string, readonly Role[]>

export type Permission = keyof typeof permissions

/** The role that users cannot revoke from themselves, and that at least one enabled user must hold. spec §5 */
export const administratorRole: Role = 'manager'

export const can = (user: { roles: readonly Role[] }, permission: Permission): boolean => {
  const allowedRoles: readonly Role[] = permissions[permission]
  return user.roles.some((role) => allowedRoles.includes(role))
}
