import { z } from 'zod'

import { route } from '../http.ts'

/** Each is the name of a stylesheet in the theme folder. spec §3 */
export const themes = [
  'default',
  'cyan',
  'geek-blue',
  'gold',
  'lime',
  'magenta',
  'orange',
  'polar-green',
  'purple',
  'red',
  'volcano',
  'yellow',
] as const
export type Theme = (typeof themes)[number]

/** `timeZone` belongs to the installation and is not edited on the screen. */
export const Settings = z
  .strictObject({ theme: z.enum(themes), timeZone: z.string(), version: z.int() })
  .meta({ id: 'Settings' })
export type Settings = z.infer<typeof Settings>

export const getSettings = route({
  method: 'GET',
  path: '/settings',
  access: 'anyone',
  summary: 'The look and the time zone of this installation',
  response: Settings,
})

export const updateSettings = route({
  method: 'PUT',
  path: '/settings',
  access: 'settingsEdit',
  summary: 'Choose the theme',
  body: z.strictObject({ settings: z.strictObject({ theme: z.enum(themes) }) }),
  response: Settings,
})
