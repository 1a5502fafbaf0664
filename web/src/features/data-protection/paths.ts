import { dataProtectionPath } from '#platform/navigation.ts'

export const parts = ['find', 'erasures', 'retention'] as const
export type Part = (typeof parts)[number]

/** The parts are tabs with their own URLs. No URL contains the searched text, which is personal data. */
export const paths = {
  page: () => dataProtectionPath,
  part: (part: Part) => `${dataProtectionPath}?part=${part}`,
}

/** Returns the part of the URL; the first one by default. */
export const readPart = (search: Record<string, unknown>): Part =>
  parts.find((part) => part === search['part']) ?? 'find'

/** Search parameters of a part; the first one has none. */
export const searchOf = (part: Part): Record<string, string> => (part === 'find' ? {} : { part })
