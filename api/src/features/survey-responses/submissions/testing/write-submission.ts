import type { AnswerRow, Answers } from '@baseline/contract/surveys/answers.ts'
import type { Clock } from '@baseline/contract/surveys/evaluate-survey.ts'
import type { Question, SurveyDefinition } from '@baseline/contract/surveys/master.ts'
import { itemsOf, rowCountName } from '@baseline/contract/surveys/survey-items.ts'
import { validateForm } from '@baseline/contract/surveys/validate-answers.ts'
import type { FormState } from '@baseline/contract/surveys/validation-result.ts'

import { writeXForm } from '../../../surveys/xform/write-xform.ts'
import { readTemplate, writeXml } from './kxml.ts'
import type { XmlNode } from './kxml.ts'
import { phoneText } from './phone-text.ts'

export interface Interview {
  definition: SurveyDefinition
  /** Stored answers, with the results of calculations. */
  values: Answers
  version: number
  instanceId: string
  deprecatedId?: string
  instanceName?: string
}

const rowsOf = (values: Answers, repeat: string): readonly AnswerRow[] => {
  const rows = values[repeat]
  // Type cast: the key is that of a repeat.
  return Array.isArray(rows) ? (rows as AnswerRow[]) : []
}

/** Fills the empty interview of a form. */
class Filling {
  readonly #interview: Interview
  readonly #form: FormState
  readonly #rowCounts: ReadonlyMap<string, number>
  readonly #audit: Question | undefined

  constructor(interview: Interview, clock: Clock) {
    const { definition, values } = interview
    this.#interview = interview
    this.#form = validateForm(definition, values, { ...clock, language: 'en' }).form
    const items = itemsOf(definition)
    const placed = [...items.values()].map(({ item }) => item)
    this.#rowCounts = new Map(
      placed.flatMap((item): [string, number][] =>
        item.kind === 'repeat' && item.count !== undefined
          ? [[rowCountName(item.key, items), rowsOf(values, item.key).length]]
          : [],
      ),
    )
    this.#audit = placed.find((item) => item.kind === 'question' && item.metadata === 'audit') as
      | Question
      | undefined
  }

  /** Returns the elements for a child of the template: none if it is hidden, several for the rows of a repeat. */
  fill(node: XmlNode, answers: AnswerRow | Answers, row: number): XmlNode[] {
    const { definition, values } = this.#interview
    const rowCount = this.#rowCounts.get(node.name)
    if (rowCount !== undefined) return [{ ...node, text: String(rowCount) }]
    const item = itemsOf(definition).get(node.name)?.item
    if (!item || !this.#form.isShown(item.key, row)) return []
    if (item.kind === 'question') {
      const answer = answers[item.key]
      // Type cast: a question has an answer, not rows.
      return [{ ...node, text: answer === undefined ? '' : phoneText(item, answer as AnswerRow[string]) }]
    }
    if (item.kind === 'group') return [this.#fillChildren(node, answers, row)]
    if (!('jr:template' in node.attributes)) return []
    return rowsOf(values, item.key).map((inRow, index) =>
      this.#fillChildren({ ...node, attributes: {} }, inRow, index),
    )
  }

  #fillChildren(node: XmlNode, answers: AnswerRow | Answers, row: number): XmlNode {
    return { ...node, text: '', children: node.children.flatMap((child) => this.fill(child, answers, row)) }
  }

  fillMeta(meta: XmlNode): XmlNode {
    const { values, instanceId, deprecatedId, instanceName } = this.#interview
    const audit = this.#audit && values[this.#audit.key]
    const texts: Record<string, string | undefined> = {
      instanceID: instanceId,
      instanceName,
      // Type cast: the log of events is a file.
      audit: this.#audit && audit !== undefined ? phoneText(this.#audit, audit as string) : undefined,
    }
    const children = meta.children.map((child) => ({ ...child, text: texts[child.name] ?? '' }))
    const deprecated = { name: 'deprecatedID', attributes: {}, children: [], text: deprecatedId ?? '' }
    return { ...meta, text: '', children: deprecatedId === undefined ? children : [...children, deprecated] }
  }
}

/** Writes an interview as Collect sends it, in the form that phones download. */
export const writeSubmission = (interview: Interview, clock: Clock): string => {
  const { definition, values, version } = interview
  const template = readTemplate(writeXForm(definition, { version }))
  const filling = new Filling(interview, clock)
  const children = template.children.flatMap((child) =>
    child.name === 'meta' ? [filling.fillMeta(child)] : filling.fill(child, values, 0),
  )
  return writeXml({ ...template, text: '', children })
}
