import type { Targets } from '@baseline/contract/surveys/contract.ts'

import type { Row, Sheet } from './sheet.ts'

const longestName = 255
const mostResponses = 1_000_000_000

const readTarget = (row: Row): number => {
  const text = row.text('target')
  const target = Number(text)
  if (text !== undefined && Number.isInteger(target) && target >= 1 && target <= mostResponses) return target
  row.tell('target', 'entities.surveys.xlsform.target', { text: text ?? '' })
  return 1
}

/** Reads the target of each district; a row without a district is the target of the whole survey. */
export const readTargets = (sheet: Sheet): Targets => {
  const lines = new Map<string, { name: string; target: number }>()
  for (const row of sheet.rows()) {
    const name = row.text('district') ?? ''
    if (name.length > longestName)
      row.tell('district', 'entities.surveys.xlsform.tooLong', { max: longestName })
    const target = readTarget(row)
    const key = name.toLowerCase()
    if (lines.has(key)) row.tell('district', 'entities.surveys.xlsform.targetTwice', { name })
    lines.set(key, { name, target })
  }
  return {
    total: lines.get('')?.target ?? null,
    districts: [...lines.values()]
      .filter(({ name }) => name !== '')
      .map(({ name, target }) => ({ districtName: name, target })),
  }
}
