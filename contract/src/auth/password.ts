/** Allowed length of a new password; the identity service refuses others as `auth/weak-password`. */
export const passwordLength = { min: 10, max: 128 } as const
