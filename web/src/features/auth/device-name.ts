import { t } from '#platform/i18n.ts'

/** Names in the order of their test: other browsers also call themselves Chrome and Safari. */
const browsers = [
  ['Edg', 'Edge'],
  ['OPR', 'Opera'],
  ['SamsungBrowser', 'Samsung Internet'],
  ['Firefox', 'Firefox'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
] as const
const systems = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['CrOS', 'ChromeOS'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
] as const

const findIn = (names: readonly (readonly [string, string])[], userAgent: string): string | undefined =>
  names.find(([mark]) => userAgent.includes(mark))?.[1]

/** Describes the browser of a session, such as "Firefox on Windows". */
export const deviceName = (userAgent: string | null): string => {
  const [browser, system] = [findIn(browsers, userAgent ?? ''), findIn(systems, userAgent ?? '')]
  if (browser && system) return t('auth.security.device', { browser, system })
  return browser ?? system ?? t('auth.security.unknownDevice')
}
