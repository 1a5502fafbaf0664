import type { Targets } from '@baseline/contract/surveys/targets.ts'

import type { Row, Sheet } from './sheet.ts'

const maxNameLength = 255
const maxTarget = 1_000_000_000

const readTarget = (row: Row): number => {
  const text = row.text('target')
  const target = Number(text)
  if (text !== undefined && Number.isInteger(target) && target >= 1 && target <= maxTarget) return target
  row.report('target', 'entities.surveys.xlsform.target', { text: text ?? '' })
  return 1
}

/** Reads the target of each district; a row without a district is the target of the whole survey. */
export const readTargets = (sheet: Sheet): Targets => {
  const lines = new Map<string, { name: string; target: number }>()
  for (const row of sheet.rows()) {
    const name = row.text('district') ?? ''
    if (name.length > maxNameLength)
      row.report('district', 'entities.surveys.xlsform.tooLong', { max: maxNameLength })
    const target = readTarget(row)
    const key = name.toLowerCase()
    if (lines.has(key)) row.report('district', 'entities.surveys.xlsform.targetTwice', { name })
    lines.set(key, { name, target })
  }
  return {
    total: lines.get('')?.target ?? null,
    districts: [...lines.values()]
      .filter(({ name }) => name !== '')
      .map(({ name, target }) => ({ districtName: name, target })),
  }
}
