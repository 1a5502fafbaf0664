import { z } from 'zod'

import { route } from '../http.ts'

/** Names of the stylesheets in the theme folder. spec §3 */
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

/** The operator's own base map: the tile URL with `{z}`, `{x}` and `{y}`, and the attribution. */
const MapTiles = z.strictObject({ url: z.string(), attribution: z.string() })
export type MapTiles = z.infer<typeof MapTiles>

/**
 * `timeZone` and `mapTiles` come from the configuration of the installation and are not edited on the screen.
 */
export const Settings = z
  .strictObject({
    theme: z.enum(themes),
    timeZone: z.string(),
    mapTiles: MapTiles.nullable(),
    version: z.int(),
  })
  .meta({ id: 'Settings' })
export type Settings = z.infer<typeof Settings>

export const getHealth = route({
  method: 'GET',
  path: '/health',
  access: 'anyone',
  summary: 'Return that the server responds, and its version',
  response: z.strictObject({ status: z.literal('alive'), version: z.string() }),
})

export const getSettings = route({
  method: 'GET',
  path: '/settings',
  access: 'anyone',
  summary: 'Return the theme, the time zone and the map of the installation',
  response: Settings,
})

export const updateSettings = route({
  method: 'PUT',
  path: '/settings',
  access: 'settingsEdit',
  summary: 'Replace the theme',
  body: z.strictObject({ settings: z.strictObject({ theme: z.enum(themes) }) }),
  response: Settings,
})
