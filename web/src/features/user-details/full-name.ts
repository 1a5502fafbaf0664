import type { UserDetails } from '@baseline/contract/user-details/contract.ts'

export const fullName = ({ firstName, lastName }: Pick<UserDetails, 'firstName' | 'lastName'>): string =>
  [firstName, lastName].filter(Boolean).join(' ')
