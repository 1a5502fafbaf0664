import type { Chance } from '../seed/chance.ts'
import { hostileText, hostileValue } from './hostile-values.ts'
import type { Input } from './types.ts'

type Parent = Record<string, unknown> | unknown[]
interface Place {
  parent: Parent
  key: string
  path: string
}

const isParent = (value: unknown): value is Parent => typeof value === 'object' && value !== null

const maxDepth = 12

/** Returns the fields of an input. An earlier change can have nested it deeply. */
const findPlaces = (value: unknown, path: string, depth = 0): Place[] => {
  if (!isParent(value) || depth > maxDepth) return []
  return Object.entries(value).flatMap(([key, inner]) => [
    { parent: value, key, path: `${path}.${key}` },
    ...findPlaces(inner, `${path}.${key}`, depth + 1),
  ])
}

/** Defines the key itself, also `__proto__`, which an assignment would not. */
const setField = (parent: Parent, key: string, value: unknown): void => {
  Object.defineProperty(parent, key, { value, enumerable: true, configurable: true, writable: true })
}

const unknownKeys = [
  '__proto__',
  'constructor',
  'id',
  'roles',
  'createdAt',
  'a\0',
  '\uD800',
  '',
  'x'.repeat(500),
]

/** Changes one field of an input, and returns a description of the change. */
export const changeField = (input: Input, chance: Chance): string => {
  const places = [
    ...findPlaces(input.body, 'body'),
    ...findPlaces(input.query, 'query'),
    ...findPlaces(input.params, 'path'),
  ]
  const action = chance.pickWeighted({ replace: 12, remove: 2, add: 2, wrap: 2, repeat: 1 })
  if (places.length === 0 || action === 'add') {
    const parents = [input.query, input.body, ...places.map(({ parent, key }) => (parent as never)[key])]
    const parent = chance.pick(parents.filter(isParent))
    const key = chance.happens(0.7) ? chance.pick(unknownKeys) : hostileText(chance)
    setField(parent, key, hostileValue(chance))
    return `adds ${JSON.stringify(key.slice(0, 40))}`
  }
  const { parent, key, path } = chance.pick(places)
  const value = (parent as Record<string, unknown>)[key]
  if (action === 'remove' && !path.startsWith('path')) Reflect.deleteProperty(parent, key)
  else if (action === 'wrap') setField(parent, key, chance.happens(0.5) ? [value] : { [key]: value })
  else if (action === 'repeat') setField(parent, key, [value, value, value])
  else setField(parent, key, hostileValue(chance))
  return `${action}s ${path}`
}
