import { deflateSync, inflateSync } from 'node:zlib'

type Values = Record<string, unknown>

/** Settings of a project in Collect. `general` is unprotected, `admin` is protected by a password. */
export interface PhoneSettings {
  general: Values
  admin: Values
  project: Values
}

const flags = new Set(
  (
    'automatic_update hide_old_form_versions delete_send default_completed high_resolution ' +
    'external_app_recording instance_sync analytics background_location background_recording'
  ).split(' '),
)

/** Values of the settings with a fixed choice that matter for forms and sending. */
const choices: Record<string, readonly string[]> = {
  form_update_mode: ['manual', 'previously_downloaded', 'match_exactly'],
  periodic_form_updates_check: [
    'every_fifteen_minutes',
    'every_one_hour',
    'every_six_hours',
    'every_24_hours',
  ],
  autosend: ['off', 'wifi_only', 'cellular_only', 'wifi_and_cellular'],
  image_size: ['original_image_size', 'small', 'very_small', 'medium', 'large'],
}

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const requireType = (values: Values, typeOf: (key: string) => 'boolean' | 'string'): void => {
  for (const [key, value] of Object.entries(values))
    if (typeof value !== typeOf(key)) throw new Error(`invalid QR code: ${key} must be a ${typeOf(key)}`)
}

/** Reads the text of a QR code: base64 of JSON that is packed with zlib. Throws for a code that Collect refuses. */
export const readSettings = (qrText: string): PhoneSettings => {
  const json: unknown = JSON.parse(inflateSync(Buffer.from(qrText, 'base64')).toString('utf8'))
  if (!isValues(json) || !isValues(json['general']) || !isValues(json['admin']))
    throw new Error('invalid QR code: the settings need general and admin')
  const { general, admin } = json
  const project = isValues(json['project']) ? json['project'] : {}
  if (general['protocol'] === 'google_sheets') throw new Error('invalid QR code: Google Sheets')
  requireType(general, (key) => (flags.has(key) ? 'boolean' : 'string'))
  requireType(admin, (key) => (key === 'admin_pw' ? 'string' : 'boolean'))
  requireType(project, () => 'string')
  // A value outside of the choice is skipped alone, and the default of Collect applies.
  const supported = Object.entries(general).filter(
    ([key, value]) => choices[key]?.includes(String(value)) ?? true,
  )
  return { general: Object.fromEntries(supported), admin, project }
}

/** Writes the text of a QR code, for tests without a printed one. */
export const writeSettings = (settings: Partial<PhoneSettings>): string =>
  deflateSync(JSON.stringify(settings)).toString('base64')

/** Returns the address of the server. A code without one would connect Collect to its own demo server. */
export const serverUrlOf = ({ general }: PhoneSettings): string => {
  const url = general['server_url']
  if (typeof url !== 'string' || url === '') throw new Error('the QR code has no server_url')
  return url
}
