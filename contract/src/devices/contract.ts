import { z } from 'zod'

import { flag, id, instant, oneOrMany, optional, text } from '../fields.ts'
import { EmptyResponse, route } from '../http.ts'
import { listQuery, pageOf } from '../list.ts'
import type { PersonalData } from '../personal-data.ts'

export const deviceStates = ['active', 'revoked'] as const
export type DeviceState = (typeof deviceStates)[number]

/** How many phones used the token of a device. */
export const phoneUses = ['none', 'one', 'several'] as const
export type PhoneUse = (typeof phoneUses)[number]

/** A phone that sends interviews. Its token is shown once, when the device is created. */
export const Device = z
  .strictObject({
    id: z.uuid(),
    label: z.string(),
    state: z.enum(deviceStates),
    /** The enumerator who uses the phone; null without a fixed person. */
    person: z.strictObject({ id: z.uuid(), name: z.string(), managerName: z.string().nullable() }).nullable(),
    /** The surveys that the phone may use; null for all. */
    surveys: z.array(z.uuid()).nullable(),
    surveyLabels: z.array(z.string()).nullable(),
    /** Number of phones that used the token. More than one means that it was copied. */
    phoneCount: z.int(),
    lastSeenAt: instant.nullable(),
    /** The version of the app that the phone reported last. */
    lastVersion: z.string().nullable(),
    createdAt: instant,
    revokedAt: instant.nullable(),
    version: z.int(),
  })
  .meta({ id: 'Device' })
export type Device = z.infer<typeof Device>

/** Which fields identify a staff member. */
export const devicePersonalData = {
  id: 'no',
  label: 'staff',
  state: 'no',
  person: 'staff',
  surveys: 'no',
  surveyLabels: 'no',
  phoneCount: 'no',
  lastSeenAt: 'indirect',
  lastVersion: 'no',
  createdAt: 'no',
  revokedAt: 'no',
  version: 'no',
} as const satisfies Record<keyof Device, PersonalData>

export const NewDevice = Device.extend({ token: z.string() }).meta({ id: 'NewDevice' })
export type NewDevice = z.infer<typeof NewDevice>

/** A user who may create devices only for their own team must name a person. */
export const DeviceData = z.strictObject({
  label: text({ min: 1 }),
  userDetailsId: optional(id),
  surveys: z.array(id).min(1).max(100).nullish(),
})
export type DeviceData = z.infer<typeof DeviceData>

/** A person who can get a device. */
export const DevicePerson = z
  .strictObject({
    id: z.uuid(),
    name: z.string(),
    managerName: z.string().nullable(),
    /** Number of active devices. */
    deviceCount: z.int(),
  })
  .meta({ id: 'DevicePerson' })
export type DevicePerson = z.infer<typeof DevicePerson>

export const listDevices = route({
  method: 'GET',
  path: '/devices',
  access: 'devicesEdit',
  summary: "List devices, newest first; without devicesEditAll, those of the caller's team",
  reads: { entity: 'device', kind: 'list' },
  query: listQuery(
    {
      /** Matches a part of the label or of the name of the person. */
      search: text().optional(),
      state: oneOrMany(z.enum(deviceStates)).optional(),
      userDetailsId: id.optional(),
      phoneUse: oneOrMany(z.enum(phoneUses)).optional(),
    },
    ['label', 'state', 'lastSeenAt', 'lastVersion', 'createdAt'],
  ),
  response: pageOf(Device),
})

export const listDevicePeople = route({
  method: 'GET',
  path: '/devices/people',
  access: 'devicesEdit',
  summary: "List people who can get a device, by name; without devicesEditAll, the caller's team",
  reads: { entity: 'userDetails', kind: 'list' },
  query: listQuery(
    {
      /** Matches a part of the name of the person or of the manager. */
      search: text().optional(),
      /** Only people without an active device. */
      withoutDevice: flag.optional(),
    },
    ['name', 'managerName'],
  ),
  response: pageOf(DevicePerson),
})

export const createDevice = route({
  method: 'POST',
  path: '/devices',
  access: 'devicesEdit',
  summary: 'Create a device; the response has its token, which is not shown again',
  body: z.strictObject({ data: DeviceData }),
  response: NewDevice,
})

export const revokeDevice = route({
  method: 'DELETE',
  path: '/devices/:id',
  access: 'devicesEdit',
  summary: 'Revoke a device: its token is refused at once, and the device stays in the list',
  params: z.strictObject({ id }),
  response: EmptyResponse,
})
