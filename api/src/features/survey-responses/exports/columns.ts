import type { Translate } from '@baseline/contract/messages/translate.ts'
import { responseStatuses } from '@baseline/contract/survey-responses/status.ts'
import { textIn } from '@baseline/contract/surveys/master.ts'
import type { Texts } from '@baseline/contract/surveys/master.ts'
import type { CellValue } from '@baseline/tabular/read-workbook.ts'
import { wallClock } from '@baseline/tabular/wall-clock.ts'

import type { AskedQuestion, AskedTable } from './union-of-versions.ts'
import { variableNames } from './variable-names.ts'

/** A response as it is read, by the names of its columns; or a row of a repeat, with `values` and its line. */
export interface ReadRow {
  readonly [column: string]: unknown
  readonly values: Readonly<Record<string, unknown>>
}

interface Choice {
  value: string
  label: string
  /** What it is in files that hold numbers only. */
  code: number
}

interface ExportColumn {
  /** As it stands above the column, different from all others. */
  header: string
  label: string
  /** In statistics files. */
  variable: string
  key: string
  /** What a codebook calls it. */
  type: string
  kind: 'text' | 'number' | 'date' | 'time'
  versions: readonly number[]
  choices: readonly Choice[]
  /** What of the answer: a cell with words, never a code. */
  cell: (row: ReadRow) => CellValue
  /** The code of a choice; undefined where the words are all there is. */
  code?: (row: ReadRow) => number | null
}

type Draft = Omit<ExportColumn, 'header' | 'variable'>

export interface ExportTable {
  /** The repeat's key; undefined for the responses themselves. */
  repeat: string | undefined
  name: string
  columns: ExportColumn[]
  /** What must be read for it. */
  reads: readonly string[]
}

export interface Wording {
  t: Translate
  language: string
  defaultLanguage: string
  timeZone: string
}

const text = (value: unknown): CellValue =>
  value === null || value === undefined || value === ''
    ? null
    : typeof value === 'string'
      ? value
      : typeof value === 'number'
        ? value
        : JSON.stringify(value)
const number = (value: unknown): CellValue => (typeof value === 'number' ? value : null)
const date = (value: unknown): CellValue => {
  const at = typeof value === 'string' ? Date.parse(`${value}T00:00:00Z`) : Number.NaN
  return Number.isNaN(at) ? text(value) : new Date(at)
}

const isWhole = (value: string): boolean => /^-?(?:0|[1-9]\d{0,8})$/.test(value)

/** A list whose values are numbers keeps them as codes; any other is counted from one. */
const choicesIn = (choices: AskedQuestion['choices'], word: (texts: Texts) => string): Choice[] => {
  const values = [...choices.keys()]
  const numbers = values.every(isWhole)
  return [...choices].map(([value, labels], at) => ({
    value,
    label: word(labels) || value,
    code: numbers ? Number(value) : at + 1,
  }))
}

const chosen = (
  choices: readonly Choice[],
  read: (row: ReadRow) => unknown,
): Pick<ExportColumn, 'cell' | 'code'> => {
  const known = new Map(choices.map((choice) => [choice.value, choice]))
  return {
    cell: (row) => {
      const value = read(row)
      return typeof value === 'string' ? (known.get(value)?.label ?? text(value)) : text(value)
    },
    code: (row) => {
      const value = read(row)
      return typeof value === 'string' ? (known.get(value)?.code ?? null) : null
    },
  }
}

const simpleKinds = {
  text: { kind: 'text', cell: text },
  time: { kind: 'text', cell: text },
  photo: { kind: 'text', cell: text },
  number: { kind: 'number', cell: number },
  integer: { kind: 'number', cell: number },
  date: { kind: 'date', cell: date },
} as const

/** One column; several choices have one for each, with 1 where it was chosen; a place has its numbers. */
const columnsOf = (question: AskedQuestion, words: Wording): Draft[] => {
  const word = (texts: Texts): string => textIn(texts, words.language, words) ?? ''
  const { key, type, versions } = question
  const label = word(question.labels) || key
  const common = { key, type, versions, label, choices: [] }
  const answer = (row: ReadRow): unknown => row.values[key]
  const choices = choicesIn(question.choices, word)
  const yesNo = (['false', 'true'] as const).map((value, code): Choice => ({
    value: String(code),
    label: words.t(`common.values.${value}`),
    code,
  }))
  switch (type) {
    case 'choice':
      return [{ ...common, kind: 'text', choices, ...chosen(choices, answer) }]
    case 'choices':
      return choices.map((choice): Draft => {
        const code = (row: ReadRow): number | null => {
          const given = answer(row)
          return Array.isArray(given) ? Number(given.includes(choice.value)) : null
        }
        const name = { key: `${key}/${choice.value}`, label: `${label} / ${choice.label}` }
        return { ...common, ...name, kind: 'number', choices: yesNo, cell: code, code }
      })
    case 'location':
      return (['latitude', 'longitude', 'accuracy'] as const).map((part): Draft => ({
        ...common,
        key: `${key}/${part}`,
        label: `${label} / ${words.t(`entities.surveyExports.sheets.${part}`)}`,
        kind: 'number',
        cell: (row) => {
          const place = answer(row)
          return typeof place === 'object' && place !== null ? number(Reflect.get(place, part)) : null
        },
      }))
    case 'note':
      return []
    default: {
      const { kind, cell } = simpleKinds[type]
      return [{ ...common, kind, cell: (row) => cell(answer(row)) }]
    }
  }
}

/** The same for every survey; `personal` ones only when asked for. */
const recordColumns = ({ t, timeZone }: Wording, personal: boolean): (Draft & { reads: string })[] => {
  const clock = wallClock(timeZone)
  type Name = Parameters<typeof label>[0]
  const label = (
    name:
      | 'displayId'
      | 'surveyVersion'
      | 'surveyDate'
      | 'startTime'
      | 'endTime'
      | 'origTime'
      | 'investigatorName'
      | 'investigatorMobileNumber'
      | 'supervisorName'
      | 'districtName'
      | 'village'
      | 'villageType'
      | 'villageCategory'
      | 'householdName'
      | 'photos'
      | 'email'
      | 'createdAt'
      | 'updatedAt'
      | 'status',
  ): string => t(`entities.surveyResponses.fields.${name}`)
  const column = (
    key: Name,
    reads: string,
    kind: ExportColumn['kind'] = 'text',
  ): Draft & { reads: string } => ({
    key,
    reads,
    kind,
    type: kind,
    versions: [],
    choices: [],
    label: label(key),
    cell: (row) => {
      const value = row[reads]
      if (kind === 'time') return value instanceof Date ? clock(value) : null
      return kind === 'date' ? date(value) : text(value)
    },
  })
  const place = (part: 'latitude' | 'longitude' | 'accuracy') => ({
    key: part,
    reads: part,
    kind: 'number' as const,
    type: 'number',
    versions: [],
    choices: [],
    label: t(`entities.surveyExports.sheets.${part}`),
    cell: (row: ReadRow) => number(row[part]),
  })
  const statuses = responseStatuses.map((value, at) => ({
    value,
    label: t(`entities.surveyResponses.statuses.${value}`),
    code: at + 1,
  }))
  return [
    column('displayId', 'display_id'),
    {
      ...column('status', 'status'),
      type: 'choice',
      choices: statuses,
      ...chosen(statuses, (row) => row['status']),
    },
    column('surveyDate', 'survey_date', 'date'),
    column('startTime', 'start_time', 'time'),
    column('endTime', 'end_time', 'time'),
    column('investigatorName', 'investigator_name'),
    ...(personal ? [column('investigatorMobileNumber', 'investigator_mobile_number')] : []),
    column('supervisorName', 'supervisor_name'),
    column('districtName', 'district_name'),
    column('village', 'village'),
    column('villageType', 'village_type'),
    column('villageCategory', 'village_category'),
    ...(personal ? [column('householdName', 'household_name')] : []),
    ...(personal ? (['latitude', 'longitude', 'accuracy'] as const).map(place) : []),
    ...(personal ? [column('photos', 'photos')] : []),
    column('email', 'email'),
    { ...column('surveyVersion', 'survey_version'), kind: 'number' },
    column('createdAt', 'created_at', 'time'),
    column('updatedAt', 'updated_at', 'time'),
  ]
}

const lineColumns = ({ t }: Wording): Draft[] => [
  {
    key: 'displayId',
    kind: 'text',
    type: 'text',
    versions: [],
    choices: [],
    label: t('entities.surveyResponses.fields.displayId'),
    cell: (row) => text(row['display_id']),
  },
  {
    key: 'line',
    kind: 'number',
    type: 'number',
    versions: [],
    choices: [],
    label: t('entities.surveyExports.sheets.line'),
    cell: (row) => number(row['line']),
  },
]

/** Where two have the same words above them, their keys tell them apart. */
const headersOf = (drafts: readonly Draft[]): string[] => {
  const folded = ({ label }: Draft): string => label.toLowerCase()
  const seen = new Map<string, number>()
  for (const draft of drafts) seen.set(folded(draft), (seen.get(folded(draft)) ?? 0) + 1)
  return drafts.map((draft) =>
    seen.get(folded(draft)) === 1 ? draft.label : `${draft.label} (${draft.key})`,
  )
}

const finished = (drafts: readonly Draft[]): ExportColumn[] => {
  const headers = headersOf(drafts)
  const variables = variableNames(drafts.map(({ key }) => key))
  return drafts.map((draft, at) => ({ ...draft, header: headers[at] ?? '', variable: variables[at] ?? '' }))
}

/** Names of sheets and files: at most 31 characters, none of them twice whatever the capitals, none that Excel keeps. */
const tableNames = (asked: readonly AskedTable[]): string[] => {
  const used = new Set(['codebook', 'manifest', 'history'])
  return asked.map(({ repeat }) => {
    const wanted = (repeat?.key ?? 'data').replaceAll('-', '_').slice(0, 31)
    let name = wanted
    for (let at = 2; used.has(name.toLowerCase()); at += 1) name = `${wanted.slice(0, 27)}_${String(at)}`
    used.add(name.toLowerCase())
    return name
  })
}

/** What the columns of every table are: one per question, and what each is called. spec §4 */
export const exportTables = (
  asked: readonly AskedTable[],
  words: Wording,
  { personalData }: { personalData: boolean },
): ExportTable[] => {
  const names = tableNames(asked)
  return asked.map(({ repeat, questions }, at): ExportTable => {
    const name = names[at] ?? ''
    const own = [...questions.values()]
      .filter(({ personal }) => personalData || !personal)
      .flatMap((question) => columnsOf(question, words))
    if (repeat) {
      const columns = finished([...lineColumns(words), ...own])
      return { repeat: repeat.key, name, columns, reads: ['display_id'] }
    }
    const record = recordColumns(words, personalData)
    return {
      repeat: undefined,
      name,
      reads: record.map(({ reads }) => reads),
      columns: finished([...record, ...own]),
    }
  })
}
