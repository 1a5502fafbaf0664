import { chosenLanguage } from '#platform/i18n.ts'

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** Formats a size like `1.2 MB`, in steps of 1,000 like the download lists of browsers. */
export const formatFileSize = (bytes: number): string => {
  let unitIndex = 0
  let size = bytes
  while (size >= 999.5 && unitIndex < units.length - 1) {
    size /= 1000
    unitIndex += 1
  }
  return new Intl.NumberFormat(chosenLanguage(), {
    style: 'unit',
    unit: units[unitIndex] ?? 'byte',
    unitDisplay: unitIndex === 0 ? 'long' : 'short',
    maximumFractionDigits: unitIndex === 0 || size >= 10 ? 0 : 1,
  }).format(size)
}
