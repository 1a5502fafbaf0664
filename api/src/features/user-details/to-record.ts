import { fieldError } from '@baseline/contract/errors.ts'
import type { UserDetailsData } from '@baseline/contract/user-details/contract.ts'

import type { Db } from '#platform/database/database.ts'

import * as details from './queries.ts'
import type { UserDetailsFields } from './queries.ts'

/**
 * Completes the data of a request for saving. The manager must be another record, whose name is copied; a
 * name without an id is kept. spec §3
 */
export const toRecord = async (tx: Db, data: UserDetailsData, ownId?: string): Promise<UserDetailsFields> => {
  const managerId = data.managerId ?? null
  if (managerId !== null && managerId === ownId)
    throw fieldError('data.managerId', 'entities.userDetails.errors.ownManager')
  const managerName = managerId === null ? data.managerName : await details.findNameLocked(tx, managerId)
  if (managerId !== null && managerName === undefined)
    throw fieldError('data.managerId', 'entities.userDetails.errors.managerNotFound')
  return {
    firstName: data.firstName,
    lastName: data.lastName ?? null,
    mobileNumber: data.mobileNumber ?? null,
    managerId,
    managerName: managerName ?? null,
    onboardingDate: data.onboardingDate ?? null,
    gender: data.gender,
  }
}
