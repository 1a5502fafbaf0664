import type { Catalogue, Column, Relation } from './catalogue.ts'

const lineWidth = 110

/** TypeScript types of the values that the driver returns. */
const baseTypes: Readonly<Record<string, string>> = {
  bigint: 'number',
  boolean: 'boolean',
  bytea: 'Buffer',
  date: 'string',
  'double precision': 'number',
  integer: 'number',
  'integer[]': 'number[]',
  json: 'unknown',
  jsonb: 'unknown',
  // Exact: a number of JavaScript can be too large or too precise for it.
  numeric: 'string',
  smallint: 'number',
  text: 'string',
  'text[]': 'string[]',
  'uuid[]': 'string[]',
  'timestamp with time zone': 'Timestamp',
  uuid: 'string',
  xid8: 'string',
}

const toPascalCase = (name: string): string =>
  name
    .split('_')
    .map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`)
    .join('')

/** Wraps a text to lines of at most `width` characters. */
const wrap = (text: string, width: number): string[] => {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line && line.length + 1 + word.length > width) {
      lines.push(line)
      line = word
    } else line = line ? `${line} ${word}` : word
  }
  return [...lines, line]
}

const renderComment = (comment: string | null): string[] => {
  if (comment === null) return []
  const oneLine = `  /** ${comment} */`
  if (oneLine.length <= lineWidth) return [oneLine]
  return ['  /**', ...wrap(comment, lineWidth - 5).map((line) => `   * ${line}`), '   */']
}

const toUnion = (values: readonly string[]): string => values.map((value) => `'${value}'`).join(' | ')

/** Renders a line such as `name: type`; a union that is too long has one line per member. */
const renderLine = (start: string, type: string): string[] => {
  const oneLine = `${start} ${type}`
  if (oneLine.length <= lineWidth) return [oneLine]
  const indent = ' '.repeat(start.search(/\S/) + 2)
  return [start, ...type.split(' | ').map((member) => `${indent}| ${member}`)]
}

/** Names the key of a column. A view on a rollup has the types of the rollup. */
const keyOf = (relation: Relation, column: Column): string =>
  `${relation.isView ? relation.name.replace(/_(live|recomputed)$/, '') : relation.name}.${column.name}`

/** Returns the values that a constraint of the form `column in (…)` allows. */
const allowedValues = ({ check }: Column): string[] =>
  check?.includes(' = ANY (ARRAY[')
    ? [...check.matchAll(/'(\w+)'::text/g)].map(([, value = '']) => value)
    : []

/**
 * Renders the tables and views as an interface for Kysely. `columnTypes`: the source of the interface
 * `ColumnTypes`, whose keys name the columns with a narrower type.
 */
export const renderTypes = ({ relations, enums }: Catalogue, columnTypes: string): string => {
  const narrowed = new Set([...columnTypes.matchAll(/^ {2}'(\w+\.\w+)':/gm)].map(([, key = '']) => key))
  const enumTypes = new Map(enums.map(({ name, values }) => [name, { name: toPascalCase(name), values }]))
  const unknownKeys = new Set(narrowed)
  const allowed = new Map(
    relations.flatMap((relation) =>
      relation.columns.flatMap((column) => {
        const values = allowedValues(column)
        return values.length > 0 ? [[keyOf(relation, column), toUnion(values)] as const] : []
      }),
    ),
  )

  const typeOf = (relation: Relation, column: Column): string => {
    const key = keyOf(relation, column)
    const base = enumTypes.get(column.type)?.name ?? baseTypes[column.type]
    if (base === undefined) throw new Error(`${key}: the type ${column.type} is unknown`)
    unknownKeys.delete(key)
    const value = narrowed.has(key) ? `ColumnTypes['${key}']` : (allowed.get(key) ?? base)
    // A derived column is never written.
    const stored = column.type.startsWith('json') && !column.isDerived ? `Json<${value}>` : value
    const nullable = column.isNullable ? `${stored} | null` : stored
    if (column.isDerived) return `GeneratedAlways<${nullable}>`
    return column.hasDefault ? `Defaulted<${nullable}>` : nullable
  }

  const tables = relations.flatMap((relation) => [
    ...renderComment(relation.comment),
    `  ${relation.name}: {`,
    ...relation.columns.flatMap((column) => renderLine(`    ${column.name}:`, typeOf(relation, column))),
    '  }',
  ])
  if (unknownKeys.size > 0) throw new Error(`ColumnTypes has no such column: ${[...unknownKeys].join(', ')}`)
  return [
    '// Generated from a migrated database by `npm run db:describe`. Do not edit: change the migrations, or the types',
    '// in column-types.ts.',
    `import type { GeneratedAlways } from 'kysely'`,
    '',
    `import type { ColumnTypes, Defaulted, Json, Timestamp } from './column-types.ts'`,
    '',
    ...[...enumTypes.values()].flatMap(({ name, values }) => [
      ...renderLine(`type ${name} =`, toUnion(values)),
      '',
    ]),
    '/** The tables and views of the schema `app`. */',
    'export interface Schema {',
    ...tables,
    '}',
    '',
  ].join('\n')
}
