import { chosenLanguage } from '#platform/i18n.ts'

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** Formats a size like `1.2 MB`, in steps of 1,000 like the download lists of browsers. */
export const fileSize = (bytes: number): string => {
  let at = 0
  let size = bytes
  while (size >= 999.5 && at < units.length - 1) {
    size /= 1000
    at += 1
  }
  return new Intl.NumberFormat(chosenLanguage(), {
    style: 'unit',
    unit: units[at] ?? 'byte',
    unitDisplay: at === 0 ? 'long' : 'short',
    maximumFractionDigits: at === 0 || size >= 10 ? 0 : 1,
  }).format(size)
}
