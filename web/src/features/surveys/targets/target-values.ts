import type { SurveyTargets } from '@baseline/contract/surveys/targets.ts'

type Data = Pick<SurveyTargets, 'total' | 'districts'>

/** Targets by key: one for the whole survey, one per district. Blank targets have no key. */
export type TargetValues = Readonly<Record<string, number>>

export const totalKey = 'total'
const prefix = 'district '
export const districtKey = (name: string): string => prefix + name
/** Normalises a district name for comparison: ignores case and accents. */
export const foldName = (name: string): string =>
  name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim()
export const districtOf = (key: string): string => key.slice(prefix.length)

export const valuesOf = ({ total, districts }: Data): TargetValues => ({
  ...(total !== null && { [totalKey]: total }),
  ...Object.fromEntries(districts.map(({ districtName, target }) => [districtKey(districtName), target])),
})

export const dataOf = (values: TargetValues): Data => ({
  total: values[totalKey] ?? null,
  districts: Object.entries(values)
    .filter(([key]) => key !== totalKey)
    .map(([key, target]) => ({ districtName: districtOf(key), target })),
})

const maxTarget = 1_000_000_000

/** Parses a typed target: null if blank, undefined if invalid. */
export const readTarget = (text: string): number | null | undefined => {
  const digits = text.trim()
  if (digits === '') return null
  const number = /^\d{1,10}$/.test(digits) ? Number(digits) : 0
  return number >= 1 && number <= maxTarget ? number : undefined
}

export const sumOfDistricts = (texts: Readonly<Record<string, string>>): number =>
  Object.entries(texts)
    .filter(([key]) => key !== totalKey)
    .reduce((sum, [, text]) => sum + (readTarget(text) ?? 0), 0)
