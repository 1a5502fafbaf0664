import { z } from 'zod'

import { namesWith, pluck, startWith } from '../facts.ts'
import { date, email, instant, optional, text } from '../fields.ts'
import type { PersonalData } from '../personal-data.ts'
import { responseStatuses } from './status.ts'

/** Properties of a column that the server and the screens share. Its texts follow its name. */
interface ResponseColumn {
  /** Schema in list rows and records. */
  row: z.ZodType
  /** Schema in requests. The server sets the columns without it. */
  data?: z.ZodType
  /** How lists and files show the value; as text by default. */
  kind?: 'date' | 'time'
  /** An optional text about the place, the household or the interview, which a question can fill. spec §3 */
  attribute?: true
  /** `values` matches several whole values, regardless of case and accents. Other filters have own code. */
  filter?: 'values'
  /** Whether a picker offers the values of the filter with their counts. */
  facet?: true
  sortable?: true
  /** Whether the list shows the column by default; without it, the column is not in the list. */
  listed?: 'shown' | 'hidden'
  /** Column of an exported response sheet, which the import of a corrected sheet can change. */
  exported?: true
  /** Required, so that each new column is classified. */
  personal: PersonalData
  /**
   * First letter of the pseudonym that replaces the name or the address of a staff member in exports without
   * personal data.
   */
  pseudonym?: 'E' | 'S' | 'U'
  /** Column that a file of new responses must have. */
  imported?: true
}

const attribute = {
  row: z.string().nullable(),
  data: optional(text()),
  attribute: true,
  sortable: true,
  exported: true,
} as const

/**
 * The columns of a survey response in the order of their fields. Schemas, filters, lists, forms, imports and
 * exports follow this table; the server adds the names in the database.
 */
export const responseColumns = {
  id: { row: z.uuid(), personal: 'no' },
  displayId: {
    row: z.string(),
    data: optional(text({ max: 64 })),
    personal: 'no',
    sortable: true,
    listed: 'shown',
    imported: true,
  },
  surveyId: { row: z.uuid(), personal: 'no' },
  /** Title of the survey at the time when the response was stored. */
  surveyLabel: { row: z.string(), personal: 'no', listed: 'hidden' },
  surveyVersion: { row: z.int(), personal: 'no' },
  surveyDate: {
    row: date.nullable(),
    data: optional(date),
    personal: 'no',
    kind: 'date',
    sortable: true,
    listed: 'hidden',
    exported: true,
    imported: true,
  },
  startTime: {
    row: instant.nullable(),
    data: optional(instant),
    personal: 'no',
    kind: 'time',
    sortable: true,
    listed: 'shown',
    exported: true,
    imported: true,
  },
  /** Start time as first received; never changes. */
  origTime: { row: instant.nullable(), personal: 'no' },
  endTime: {
    row: instant.nullable(),
    data: optional(instant),
    personal: 'no',
    kind: 'time',
    sortable: true,
    listed: 'hidden',
    exported: true,
    imported: true,
  },
  status: {
    row: z.enum(responseStatuses),
    data: z.enum(responseStatuses).optional(),
    personal: 'no',
    sortable: true,
    listed: 'shown',
    imported: true,
  },
  /** Account that sent the response; for an import this is not the enumerator. */
  email: { row: z.string().nullable(), personal: 'staff', pseudonym: 'U' },
  userId: { row: z.uuid().nullable(), personal: 'staff' },
  investigatorName: {
    row: z.string(),
    data: text({ min: 2 }),
    personal: 'staff',
    pseudonym: 'E',
    facet: true,
    sortable: true,
    listed: 'shown',
    exported: true,
    imported: true,
  },
  investigatorEmail: { row: z.string().nullable(), data: optional(email), personal: 'staff' },
  investigatorMobileNumber: {
    row: z.string().nullable(),
    data: optional(text({ max: 21_845 })),
    exported: true,
    personal: 'staff',
    imported: true,
  },
  supervisorName: {
    row: z.string(),
    data: text({ min: 2 }),
    personal: 'staff',
    pseudonym: 'S',
    facet: true,
    sortable: true,
    listed: 'hidden',
    exported: true,
  },
  districtName: { ...attribute, personal: 'indirect', filter: 'values', facet: true, listed: 'shown' },
  village: {
    ...attribute,
    personal: 'household',
    filter: 'values',
    facet: true,
    listed: 'shown',
    imported: true,
  },
  villageType: { ...attribute, personal: 'indirect', filter: 'values', listed: 'hidden' },
  villageCategory: { ...attribute, personal: 'indirect', filter: 'values', listed: 'hidden' },
  householdName: { ...attribute, personal: 'household', listed: 'shown' },
  createdAt: { row: instant, personal: 'no', kind: 'time', sortable: true, listed: 'hidden' },
  updatedAt: { row: instant, personal: 'no' },
  version: { row: z.int(), personal: 'no' },
} as const satisfies Record<string, ResponseColumn>
export type ColumnName = keyof typeof responseColumns

/** Returns a column with all optional properties in its type. */
const propertiesOf = (name: ColumnName): ResponseColumn => responseColumns[name]

export const kindOf = (name: ColumnName): 'text' | 'date' | 'time' => propertiesOf(name).kind ?? 'text'
export const isHidden = (name: ColumnName): boolean => propertiesOf(name).listed === 'hidden'

export const attributes = namesWith(responseColumns, 'attribute')
export const valueFilters = namesWith(responseColumns, 'filter', 'values')
export const listedColumns = namesWith(responseColumns, 'listed')
export const exportedColumns = namesWith(responseColumns, 'exported')

/** The first letter of the pseudonyms of each column that has them. */
export const pseudonymised = pluck(responseColumns, 'pseudonym')
export type PseudonymisedColumn = keyof typeof pseudonymised
export const isPseudonymised = (name: string): name is PseudonymisedColumn => name in pseudonymised
/** Columns of exports without personal data. */
export const pseudonymColumns = namesWith(responseColumns, 'pseudonym').map(
  (name) => `${name}Pseudonym` as const,
)

/** In the order of the import template. spec §5 */
export const importedColumns = startWith(
  ['displayId', 'investigatorName', 'investigatorMobileNumber'],
  namesWith(responseColumns, 'imported'),
)
export type ImportedColumn = (typeof importedColumns)[number]
