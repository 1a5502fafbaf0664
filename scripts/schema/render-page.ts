import type { Catalogue, Relation } from './catalogue.ts'

/** Columns that refer to a table, although not all of them have a foreign key. */
const references: Readonly<Record<string, string>> = { survey_id: 'surveys', response_id: 'survey_responses' }

/** Renders the lines of a table in the diagram: `parent line child : column`. */
const renderReferences = ({ name, columns, foreignKeys }: Relation): string[] => {
  const keys = foreignKeys.map(
    ({ column, target, isNullable, isUnique }) =>
      `  ${target} ${isNullable ? '|o' : '||'}--${isUnique ? 'o|' : 'o{'} ${name} : ${column}`,
  )
  const others = columns.flatMap(({ name: column, isNullable }) => {
    const target = references[column]
    if (target === undefined || foreignKeys.some((key) => key.column === column)) return []
    return [`  ${target} ${isNullable ? '|o' : '||'}..o{ ${name} : ${column}`]
  })
  return [...keys, ...others]
}

const renderRow = ({ name, comment }: Relation): string => {
  if (comment === null) throw new Error(`the table ${name} has no comment`)
  return `| \`${name}\` | ${comment} |`
}

/** Renders the page docs/data-model.md. */
export const renderPage = ({ relations }: Catalogue): string => {
  const tables = relations.filter(({ isView }) => !isView)
  const lines = tables.flatMap(renderReferences)
  const isolated = tables.filter(({ name }) => !lines.some((line) => line.split(' ').includes(name)))
  return `# Data model

This page shows the tables of the schema \`app\`. It is for engineers who read or change the database. \`npm run db:describe\` generates it
from a migrated database. The sentences are the comments of the tables in \`api/database/views-and-triggers/table-comments.sql\`.

[api/database](../api/database/README.md) describes migrations, functions, triggers and views. The reasons for the tables of responses
are in the decisions [10](decisions/0010-survey-responses.md), [14](decisions/0014-lists-of-millions.md) and
[15](decisions/0015-fieldwork-figures.md).

## Diagram

A solid line is a foreign key. A dotted line is a reference without a foreign key: responses are partitioned, and a check of each row would
halve the insert rate.

\`\`\`mermaid
erDiagram
${[...lines, ...isolated.map(({ name }) => `  ${name}`)].join('\n')}
\`\`\`

## Tables

| table | content |
|---|---|
${tables.map(renderRow).join('\n')}
`
}
