import { createClient } from './api-client.ts'
import { chosenLanguage } from './i18n.ts'
import { identity } from './identity.ts'

/** Makes a call of the contract. spec §7 */
export const call = createClient({
  baseUrl: '/api',
  language: chosenLanguage,
  getToken: (options) => identity.getToken(options),
})
