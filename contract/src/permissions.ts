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
  settingsEdit: ['manager'],
  surveyResponsesImport: ['manager', 'supervisor'],
  surveyResponsesCreate: ['manager', 'supervisor'],
  surveyResponsesEdit: ['manager', 'supervisor'],
  surveyResponsesDestroy: ['manager', 'supervisor'],
  surveyResponsesRead: ['manager', 'supervisor'],
  surveyResponsesAutocomplete: ['manager', 'supervisor'],
  surveyListRead: ['manager', 'supervisor'],
  userDetailsRead: ['manager', 'supervisor'],
  userDetailsAutocomplete: ['manager', 'supervisor'],
  userDetailsCreate: ['manager'],
  userDetailsEdit: ['manager'],
  userDetailsDestroy: ['manager'],
  userDetailsImport: ['manager'],
} as const satisfies Record<string, readonly Role[]>

export type Permission = keyof typeof permissions

export const can = (user: { roles: readonly Role[] }, permission: Permission): boolean => {
  const allowedRoles: readonly Role[] = permissions[permission]
  return user.roles.some((role) => allowedRoles.includes(role))
}
