import type { CurrentUser } from '@baseline/contract/auth/contract.ts'

/** Returns whether the user must set up a second factor before anything else. */
export const isSecondFactorOverdue = ({ secondFactor }: Pick<CurrentUser, 'secondFactor'>): boolean =>
  secondFactor.dueAt !== null && new Date(secondFactor.dueAt) <= new Date()
