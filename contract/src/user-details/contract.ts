import { z } from 'zod'

import { date, id, importHash, instant, oneOrMany, optional, range, text } from '../fields.ts'
import { EmptyResponse, route } from '../http.ts'
import { autocompleteQuery, listQuery, Option, pageOf } from '../list.ts'
import type { PersonalData } from '../personal-data.ts'

export const genders = ['male', 'female'] as const
export type Gender = (typeof genders)[number]

/** A staff member or an enumerator; `managerName` is the manager's name at the time of saving. spec §3 */
export const UserDetails = z
  .strictObject({
    id: z.uuid(),
    firstName: z.string(),
    lastName: z.string().nullable(),
    mobileNumber: z.string().nullable(),
    managerId: z.uuid().nullable(),
    managerName: z.string().nullable(),
    onboardingDate: date.nullable(),
    gender: z.enum(genders),
    createdAt: instant,
    updatedAt: instant,
    version: z.int(),
  })
  .meta({ id: 'UserDetails' })
export type UserDetails = z.infer<typeof UserDetails>

/** Which fields identify a staff member. A name or an id of a manager identifies that manager. */
export const userDetailsPersonalData = {
  id: 'staff',
  firstName: 'staff',
  lastName: 'staff',
  mobileNumber: 'staff',
  managerId: 'staff',
  managerName: 'staff',
  onboardingDate: 'indirect',
  gender: 'indirect',
  createdAt: 'no',
  updatedAt: 'no',
  version: 'no',
} as const satisfies Record<keyof UserDetails, PersonalData>

/**
 * Fields that a user fills in. With a `managerId` the name is copied from that record, and a given name is
 * ignored; a name alone is stored as given. spec §3, §5
 */
export const UserDetailsData = z.strictObject({
  firstName: text({ min: 2 }),
  lastName: optional(text()),
  mobileNumber: optional(text()),
  managerId: optional(id),
  managerName: optional(text({ max: 511 })),
  onboardingDate: optional(date),
  gender: z.enum(genders),
})
export type UserDetailsData = z.infer<typeof UserDetailsData>

const params = z.strictObject({ id })

export const listUserDetails = route({
  method: 'GET',
  path: '/user-details',
  access: 'userDetailsRead',
  summary: 'List user details, newest first',
  reads: { entity: 'userDetails', kind: 'list' },
  query: listQuery(
    {
      id: id.optional(),
      /** Matches a part of the full name. */
      search: text().optional(),
      firstName: text().optional(),
      lastName: text().optional(),
      mobileNumber: text().optional(),
      managerName: text().optional(),
      gender: oneOrMany(z.enum(genders)).optional(),
      onboardingDateRange: range(date).optional(),
      createdAtRange: range(instant).optional(),
    },
    ['firstName', 'lastName', 'mobileNumber', 'managerName', 'onboardingDate', 'gender', 'createdAt'],
  ),
  response: pageOf(UserDetails),
})

export const autocompleteUserDetails = route({
  method: 'GET',
  path: '/user-details/autocomplete',
  access: 'userDetailsAutocomplete',
  summary: 'Suggest user details by the beginning or a part of their name',
  query: autocompleteQuery,
  response: z.array(Option),
})

export const getUserDetails = route({
  method: 'GET',
  path: '/user-details/:id',
  access: 'userDetailsRead',
  summary: 'Return one record of user details',
  reads: { entity: 'userDetails', kind: 'record' },
  params,
  response: UserDetails,
})

export const createUserDetails = route({
  method: 'POST',
  path: '/user-details',
  access: 'userDetailsCreate',
  summary: 'Create a record of user details',
  body: z.strictObject({ data: UserDetailsData }),
  response: UserDetails,
})

export const importUserDetails = route({
  method: 'POST',
  path: '/user-details/import',
  access: 'userDetailsImport',
  summary: 'Create user details from one row of an imported file; a repeated row is refused',
  body: z.strictObject({ data: UserDetailsData, importHash }),
  response: UserDetails,
})

export const updateUserDetails = route({
  method: 'PUT',
  path: '/user-details/:id',
  access: 'userDetailsEdit',
  summary: 'Replace the fields of user details; the ids in path and body must be equal',
  params,
  body: z.strictObject({ id, data: UserDetailsData }),
  response: UserDetails,
})

export const destroyUserDetails = route({
  method: 'DELETE',
  path: '/user-details',
  access: 'userDetailsDestroy',
  summary: 'Delete user details, all of the given ids or none',
  query: z.strictObject({ ids: oneOrMany(id) }),
  response: EmptyResponse,
})
