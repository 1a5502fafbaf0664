import { isPersonal } from '../personal-data.ts'
import type { PersonalData } from '../personal-data.ts'
import { responseColumns } from './columns.ts'
import type { ColumnName } from './columns.ts'
import type { SurveyResponse } from './response.ts'

/** Fields of a response that are not columns of its lists. `isPersonalQuestion()` classifies the answers. */
const otherFields = {
  startOffsetMinutes: 'no',
  investigatorId: 'staff',
  supervisorId: 'staff',
  location: 'household',
  photos: 'household',
} as const satisfies Record<Exclude<keyof SurveyResponse, ColumnName | 'values'>, PersonalData>

type FieldName = ColumnName | keyof typeof otherFields

const classification: ReadonlyMap<string, PersonalData> = new Map<string, PersonalData>([
  ...Object.entries(responseColumns).map(([name, { personal }]) => [name, personal] as const),
  ...Object.entries(otherFields),
])

/** Returns the fields of a response with this classification, in their order. */
export const responseFieldsWith = (personal: PersonalData): FieldName[] =>
  [...classification.keys()].filter((name): name is FieldName => classification.get(name) === personal)

/** Fields of a response that identify a household or a staff member. */
export const personalColumns: readonly FieldName[] = [
  ...responseFieldsWith('household'),
  ...responseFieldsWith('staff'),
]

/** Whether a field of a response could identify a household in combination with others. */
export const isIndirectColumn = (name: string): boolean => classification.get(name) === 'indirect'

/** Whether a field of a response identifies a household or a staff member. */
export const isPersonalColumn = (name: string): boolean => isPersonal(classification.get(name) ?? 'no')
