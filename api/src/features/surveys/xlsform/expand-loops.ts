import type { SurveyDefinition } from '@baseline/contract/surveys/master.ts'

import { keyOf } from './sheet.ts'
import type { Row } from './sheet.ts'

type Choice = SurveyDefinition['choices'][string][number]

const beginLoop = /^begin[ _]loop(?: over)? (\S+)$/i
const endLoop = /^end[ _]loop$/i
const typeOf = (row: Row | undefined): string => row?.text('type')?.replaceAll(/\s+/g, ' ') ?? ''

/** A choice of a list of several answers that means no other choice. */
const noneValue = 'none'

interface LoopContext {
  choices: SurveyDefinition['choices']
  defaultLanguage: string
  /** Maximum number of questions and groups in all loops. */
  maxItems: number
}

/** Returns a group of the questions for one choice. Replaces `%(name)s` and `%(label)s` with the choice. */
const groupFor = (
  choice: Choice,
  { begin, questions, end }: { begin: Row; questions: readonly Row[]; end: Row },
  defaultLanguage: string,
): Row[] => {
  const labelIn = (language = defaultLanguage): string =>
    choice.labels[language] ?? choice.labels[defaultLanguage] ?? choice.value
  const labels = [undefined, ...begin.sheet.languages].map((language): [string, string] => [
    keyOf('label', language),
    labelIn(language),
  ])
  const name = `${begin.text('name') ?? ''}_${choice.value}`
  return [
    begin.replaceTexts(() => '').withTexts({ type: 'begin group', name, ...Object.fromEntries(labels) }),
    ...questions.map((row) => {
      const filled = row.replaceTexts((text, language) =>
        text.replaceAll('%(name)s', choice.value).replaceAll('%(label)s', labelIn(language)),
      )
      const key = row.text('name')
      // Names are unique in the whole questionnaire.
      return key === undefined || key.includes('%(name)s')
        ? filled
        : filled.withTexts({ name: `${key}_${choice.value}` })
    }),
    end.withTexts({ type: 'end group' }),
  ]
}

/**
 * Replaces each loop over a list by a group with one group per choice, as pyxform does. Reports loops without a
 * list, in loops or with too many rows.
 */
export const expandLoops = (rows: readonly Row[], context: LoopContext): Row[] => {
  const { choices, defaultLanguage, maxItems } = context
  const expanded: Row[] = []
  let itemCount = 0
  const endIndexes = rows.flatMap((row, index) => (endLoop.test(typeOf(row)) ? [index] : []))
  for (let index = 0; index < rows.length; index += 1) {
    const begin = rows[index]
    const list = beginLoop.exec(typeOf(begin))?.[1]
    if (!begin || begin.sheet.hasMaxProblems) break
    if (list === undefined) {
      if (endLoop.test(typeOf(begin))) begin.report('type', 'entities.surveys.xlsform.notOpen')
      else expanded.push(begin)
      continue
    }
    const endIndex = endIndexes.find((later) => later > index) ?? -1
    const end = rows[endIndex]
    if (!end) {
      begin.report('type', 'entities.surveys.xlsform.unclosed')
      continue
    }
    const questions = rows.slice(index + 1, endIndex)
    const nestedLoop = questions.find((row) => beginLoop.test(typeOf(row)))
    if (nestedLoop) {
      nestedLoop.report('type', 'entities.surveys.xlsform.nestedLoop')
      return expanded
    }
    index = endIndex
    const loopChoices = (Object.hasOwn(choices, list) ? (choices[list] ?? []) : []).filter(
      ({ value }) => value !== noneValue,
    )
    itemCount += loopChoices.length * (questions.length + 1)
    if (loopChoices.length === 0)
      begin.report('type', 'entities.surveys.xlsform.list', { sheet: 'choices', list })
    else if (itemCount > maxItems) begin.report('type', 'entities.surveys.xlsform.tooMany', { max: maxItems })
    else
      expanded.push(
        begin.withTexts({ type: 'begin group' }),
        ...loopChoices.flatMap((choice) => groupFor(choice, { begin, questions, end }, defaultLanguage)),
        end.withTexts({ type: 'end group' }),
      )
  }
  return expanded
}
