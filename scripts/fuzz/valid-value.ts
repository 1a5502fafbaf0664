import type { Chance } from '../seed/chance.ts'
import { demoPassword } from '../stack/demo-accounts.ts'
import type { Records } from './records.ts'
import type { Schema } from './types.ts'

export interface Source {
  chance: Chance
  records: Records
  /** The first word of the path, which names the kind of its records. */
  segment: string
}

const words = ['Ana', 'João', 'Boane', 'Tete', 'a b', 'sitoe', '840', 'Åse', '٣', '家']

const generateHex = (chance: Chance, length: number): string =>
  Array.from({ length }, () => chance.integer(0, 15).toString(16)).join('')

const unknownId = (chance: Chance): string =>
  `${generateHex(chance, 8)}-${generateHex(chance, 4)}-4${generateHex(chance, 3)}-8${generateHex(chance, 3)}-${generateHex(chance, 12)}`

const generateId = (name: string, { chance, records, segment }: Source): string => {
  const kind = name === 'surveyId' ? 'survey-list' : name === 'jobId' ? 'jobs' : segment
  const fallback = unknownId(chance)
  // Fields such as `managerId` name a record of another kind.
  const ids = records.ids[kind] ?? Object.values(records.ids).flat()
  return chance.happens(0.95) && ids.length > 0 ? chance.pick(ids) : fallback
}

const generateEmail = ({ chance, records }: Source): string =>
  chance.happens(0.5) ? chance.pick(records.emails) : `fuzz-${generateHex(chance, 8)}@example.org`

/** Values of fields whose meaning the schema does not describe. */
const examples: Readonly<Record<string, (source: Source) => unknown>> = {
  email: generateEmail,
  emails: (source) => [generateEmail(source)],
  investigatorEmail: generateEmail,
  password: () => demoPassword,
  currentPassword: () => demoPassword,
  newPassword: ({ chance }) => `kettle ${generateHex(chance, 12)} river`,
  importHash: ({ chance }) => generateHex(chance, 64),
  // A copy: the change of a field must not change later requests.
  values: ({ chance, records }) => structuredClone(chance.pick(records.answers)),
  token: ({ records }) => records.storageToken,
  folder: ({ records }) => records.folder,
  area: ({ chance }) => chance.pick(['0/0/0', '5/19/17']),
  limit: ({ chance }) => chance.pick([1, 5, 50]),
  z: ({ chance }) => chance.pick(['0', '5']),
  x: () => '0',
  y: () => '0',
  callbackURL: () => '/',
  errorCallbackURL: () => '/auth/signin',
}

const generateText = (schema: Schema, name: string, source: Source): string => {
  const { chance } = source
  if (schema.format === 'uuid') return generateId(name, source)
  const day = `20${String(chance.integer(20, 29))}-0${String(chance.integer(1, 9))}-${String(chance.integer(10, 28))}`
  if (schema.format === 'date') return day
  if (schema.format === 'date-time') return `${day}T08:00:00${chance.pick(['Z', '.123Z', '+02:00'])}`
  if (schema.format === 'uri') return `https://example.org/${generateHex(chance, 8)}`
  if (schema.pattern?.includes('\\d')) return String(chance.integer(0, 999_999)).padStart(6, '0')
  const { minLength = 0, maxLength = 60 } = schema
  const text = chance.happens(0.05) ? 'x'.repeat(maxLength) : chance.pick(words)
  return text.padEnd(minLength, 'x').slice(0, maxLength)
}

const generateObject = (schema: Schema, source: Source): Record<string, unknown> => {
  const { chance } = source
  const { properties = {}, required = [] } = schema
  // A filter with ten conditions matches nothing, so most objects have few optional fields.
  const likelihood = chance.pick([0.1, 0.3, 0.8])
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => required.includes(name) || chance.happens(likelihood))
      .map(([name, inner]) => [name, validValue(inner, name, source)]),
  )
}

const generateList = (schema: Schema, name: string, source: Source): unknown[] => {
  const { items, prefixItems, minItems = 0 } = schema
  if (prefixItems) return prefixItems.map((item) => validValue(item, name, source))
  const count = Math.max(minItems, source.chance.integer(0, 2))
  return items ? Array.from({ length: count }, () => validValue(items, name, source)) : []
}

const generateNumber = ({ minimum = 0, maximum = 100 }: Schema, chance: Chance): number =>
  chance.integer(minimum, Math.min(maximum, minimum + 100))

/** Generates a value that the schema accepts. The field name selects an existing record or an example. */
export const validValue = (schema: Schema, name: string, source: Source): unknown => {
  const { chance } = source
  const example = examples[name]
  if (example) return example(source)
  if (schema.anyOf) return validValue(chance.pick(schema.anyOf), name, source)
  if (schema.enum) return chance.pick(schema.enum)
  const type = typeof schema.type === 'object' ? chance.pick(schema.type) : schema.type
  if (type === 'object') return generateObject(schema, source)
  if (type === 'array') return generateList(schema, name, source)
  if (type === 'integer' || type === 'number') return generateNumber(schema, chance)
  if (type === 'boolean') return chance.happens(0.5)
  return type === 'string' ? generateText(schema, name, source) : null
}
