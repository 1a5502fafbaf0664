import { z } from 'zod'

import {
  email,
  emailList,
  flag,
  id,
  importHash,
  instant,
  oneOrMany,
  optional,
  phone,
  range,
  text,
} from '../fields.ts'
import { EmptyResponse, route } from '../http.ts'
import { autocompleteQuery, listQuery, Option, orderBy, pageOf } from '../list.ts'
import type { MessageKey } from '../messages/translate.ts'
import { roles } from '../permissions.ts'
import type { PersonalData } from '../personal-data.ts'
import { Avatar, AvatarChoice } from '../storage/contract.ts'

export const userStatuses = ['enabled', 'disabled'] as const
export type UserStatus = (typeof userStatuses)[number]

export const AvatarLink = z
  .strictObject({ name: z.string(), publicUrl: z.string() })
  .meta({ id: 'AvatarLink' })
export type AvatarLink = z.infer<typeof AvatarLink>

/**
 * Limits the responses that a user may read to one survey (null: all surveys), and to some districts (null:
 * all districts) or to the user's team.
 */
export const Membership = z
  .strictObject({
    surveyId: id.nullable(),
    districts: z
      .array(text({ min: 1 }))
      .max(100)
      .refine((names) => names.length > 0, {
        params: { key: 'iam.memberships.errors.districtRequired' satisfies MessageKey },
      })
      .nullable(),
    ownTeam: z.boolean(),
  })
  .refine(({ districts, ownTeam }) => !(districts && ownTeam), {
    path: ['districts'],
    params: { key: 'iam.memberships.errors.oneLimit' satisfies MessageKey },
  })
  .meta({ id: 'Membership' })
export type Membership = z.infer<typeof Membership>

/** A user of the back office. `authenticationUid` is null until the user signs in or is invited. spec §3 */
export const User = z
  .strictObject({
    id: z.uuid(),
    email: z.string(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    fullName: z.string().nullable(),
    phoneNumber: z.string().nullable(),
    roles: z.array(z.enum(roles)),
    avatars: z.array(Avatar),
    /** Pictures from an import: shown as links, never fetched by the server and never embedded. */
    avatarLinks: z.array(AvatarLink),
    disabled: z.boolean(),
    authenticationUid: z.string().nullable(),
    /** The user's record in the user details, whose team the user leads. */
    userDetailsId: z.uuid().nullable(),
    userDetailsName: z.string().nullable(),
    /** Empty if the user may read all responses. Managers always may. */
    memberships: z.array(Membership),
    /** Null if the user has never signed in. */
    lastSignInAt: instant.nullable(),
    createdAt: instant,
    updatedAt: instant,
    version: z.int(),
  })
  .meta({ id: 'User' })
export type User = z.infer<typeof User>

/** Which fields identify the user. */
export const userPersonalData = {
  id: 'staff',
  email: 'staff',
  firstName: 'staff',
  lastName: 'staff',
  fullName: 'staff',
  phoneNumber: 'staff',
  roles: 'no',
  avatars: 'staff',
  avatarLinks: 'staff',
  disabled: 'no',
  authenticationUid: 'staff',
  userDetailsId: 'staff',
  userDetailsName: 'staff',
  memberships: 'indirect',
  lastSignInAt: 'indirect',
  createdAt: 'no',
  updatedAt: 'no',
  version: 'no',
} as const satisfies Record<keyof User, PersonalData>

/** Values of the role filter: a role, or `none` for users without a role. */
export const roleChoices = [...roles, 'none'] as const
export type RoleChoice = (typeof roleChoices)[number]

/** Limits the users without a role, since anyone can sign up; the list of users has all of them. */
export const maxWithoutRole = 1000

/** A role with its users; `role` is null for users without one. spec §3 */
export const RoleWithUsers = z
  .strictObject({
    role: z.enum(roles).nullable(),
    users: z.array(
      User.pick({
        id: true,
        email: true,
        fullName: true,
        disabled: true,
        authenticationUid: true,
        lastSignInAt: true,
      }),
    ),
  })
  .meta({ id: 'RoleWithUsers' })
export type RoleWithUsers = z.infer<typeof RoleWithUsers>

const names = {
  firstName: optional(text({ max: 80 })),
  lastName: optional(text({ max: 175 })),
  phoneNumber: optional(phone),
}
const roleList = z
  .array(z.enum(roles))
  .max(roles.length)
  .transform((list) => [...new Set(list)].toSorted())

const access = {
  /** Links one user only. */
  userDetailsId: id.nullable().optional(),
  memberships: z.array(Membership).max(100).optional(),
}

/** Creates several users with the same names, roles and access. spec §1 */
export const NewUsers = z.strictObject({ emails: emailList.max(100), ...names, roles: roleList, ...access })
export type NewUsers = z.infer<typeof NewUsers>

/** The email cannot be changed; omit `avatars`, `userDetailsId` or `memberships` to keep them. */
export const UserData = z.strictObject({
  id,
  ...names,
  roles: roleList,
  avatars: AvatarChoice.optional(),
  ...access,
})
export type UserData = z.infer<typeof UserData>

/** Addresses of pictures, stored as links and never fetched; at most one, as with avatars. spec §5, §9 */
const avatarLinks = z.array(z.url({ protocol: /^https?$/ }).max(2048)).max(1)

export const ImportedUser = z.strictObject({
  email,
  ...names,
  avatars: avatarLinks.optional(),
  roles: roleList.default([]),
})
export type ImportedUser = z.infer<typeof ImportedUser>

export const listUsers = route({
  method: 'GET',
  path: '/iam/user',
  access: 'iamRead',
  summary: 'List users, newest first',
  reads: { entity: 'user', kind: 'list' },
  query: listQuery(
    {
      id: id.optional(),
      /** Matches a part of the name or of the address. */
      search: text().optional(),
      fullName: text().optional(),
      email: text().optional(),
      phoneNumber: text().optional(),
      roles: oneOrMany(z.enum(roleChoices)).optional(),
      status: z.enum(userStatuses).optional(),
      createdAtRange: range(instant).optional(),
      lastSignInAtRange: range(instant).optional(),
    },
    ['fullName', 'email', 'phoneNumber', 'status', 'lastSignInAt', 'createdAt'],
  ),
  response: pageOf(User),
})

export const listRoles = route({
  method: 'GET',
  path: '/iam/role',
  access: 'iamRead',
  summary: 'List the roles with their users; the filter `none` selects users without a role',
  reads: {
    entity: 'user',
    kind: 'list',
    count: (list: readonly RoleWithUsers[]) => list.reduce((sum, { users }) => sum + users.length, 0),
  },
  query: z.strictObject({
    filter: z.strictObject({ roles: oneOrMany(z.enum(roleChoices)).optional() }).optional(),
    orderBy: orderBy(['role']).optional(),
  }),
  response: z.array(RoleWithUsers),
})

export const autocompleteUsers = route({
  method: 'GET',
  path: '/iam/user/autocomplete',
  access: 'iamUserAutocomplete',
  summary: 'Suggest users by the beginning or a part of their name or email',
  query: autocompleteQuery,
  response: z.array(Option),
})

export const getUser = route({
  method: 'GET',
  path: '/iam/:id',
  access: 'iamRead',
  summary: 'Return one user',
  reads: { entity: 'user', kind: 'record' },
  params: z.strictObject({ id }),
  response: User,
})

export const createUsers = route({
  method: 'POST',
  path: '/iam',
  access: 'iamCreate',
  summary: 'Invite users by email, all of them or none',
  body: z.strictObject({ data: NewUsers }),
  response: z.array(User),
})

export const inviteAgain = route({
  method: 'POST',
  path: '/iam/:id/invitation',
  access: 'iamCreate',
  summary: 'Resend the invitation to a user who has never signed in',
  params: z.strictObject({ id }),
  response: EmptyResponse,
})

export const importUser = route({
  method: 'POST',
  path: '/iam/import',
  access: 'iamImport',
  summary: 'Create a user from one row of an imported file; mails an invitation only if `invite` is set',
  body: z.strictObject({ data: ImportedUser, importHash, invite: z.boolean().default(false) }),
  response: User,
})

export const updateUser = route({
  method: 'PUT',
  path: '/iam',
  access: 'iamEdit',
  summary: 'Replace the name, phone number, avatar, roles and memberships of a user',
  body: z.strictObject({ data: UserData }),
  response: User,
})

export const changeUserStatus = route({
  method: 'PUT',
  path: '/iam/status',
  access: 'iamEdit',
  summary: 'Enable or disable users, all of the given ids or none',
  body: z.strictObject({ ids: z.array(id).min(1).max(1000), disabled: z.boolean() }),
  response: EmptyResponse,
})

export const resetSecondFactor = route({
  method: 'POST',
  path: '/iam/:id/second-factor-reset',
  access: 'iamEdit',
  summary: 'Delete the second factors of another user who has lost them, and end the sessions of that user',
  params: z.strictObject({ id }),
  body: z.strictObject({ reason: text({ min: 1 }) }),
  response: EmptyResponse,
})

/** In users mode the screen sends `all`; in roles mode it names the roles. */
export const revokeRoles = route({
  method: 'DELETE',
  path: '/iam',
  access: 'iamEdit',
  summary: 'Revoke the given roles, or all roles; the user records remain',
  query: z
    .strictObject({
      emails: oneOrMany(email),
      roles: oneOrMany(z.enum(roles)).optional(),
      all: flag.default(false),
    })
    .refine(({ roles: requested, all }) => (requested !== undefined) !== all, { path: ['roles'] }),
  response: EmptyResponse,
})
