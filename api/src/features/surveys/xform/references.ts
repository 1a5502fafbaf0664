import type { CompiledItem } from '@baseline/contract/surveys/compile-survey.ts'
import type { Expression } from '@baseline/contract/surveys/expression/parse.ts'

import { absolutePath, pathInRow, pathToRow, relativePath } from './paths.ts'
import type { PhoneProblemKey } from './problem.ts'
import { call, literal, operand } from './xpath.ts'
import type { Written } from './xpath.ts'

/** The items and lists to which expressions refer. */
export interface ExpressionContext {
  items: ReadonlyMap<string, CompiledItem>
  /** Returns the id of the instance of a list. */
  instanceOf: (list: string) => string
  /** Whether several choices of a list have the same value in a column. */
  hasDuplicates: (list: string, column: string) => boolean
  /** Returns the name of the element of a column; undefined if the column cannot be an element. */
  elementOf: (column: string) => string | undefined
}

export type Report = (key: PhoneProblemKey, params?: Record<string, string>) => void

/** The place of an expression in the form. */
export interface Place {
  /** The item that has the expression. */
  own: CompiledItem
  /** The expression is in brackets, so that the item itself is `current()`. */
  isInPredicate: boolean
  /** Key of the repeat whose rows the brackets select. */
  row?: string
}

/** Writes the paths to questions, repeats and columns of lists. */
export class References {
  readonly #context: ExpressionContext
  readonly #place: Place
  readonly #report: Report

  constructor(context: ExpressionContext, place: Place, report: Report) {
    this.#context = context
    this.#place = place
    this.#report = report
  }

  /** Returns the item if the node means all rows of its repeat here. */
  rowsOf(node: Expression): CompiledItem | undefined {
    if (node.kind !== 'answer') return undefined
    const target = this.#context.items.get(node.key)
    if (!target) return undefined
    if (target.item.kind === 'repeat') return target
    const isSingle =
      target.repeat === undefined ||
      target.repeat === this.#place.own.repeat ||
      target.repeat === this.#place.row
    return isSingle ? undefined : target
  }

  repeatOf(target: CompiledItem): CompiledItem {
    return (target.repeat === undefined ? undefined : this.#context.items.get(target.repeat)) ?? target
  }

  /** Writes the path to an item: relative in the same row, else absolute. */
  path(target: CompiledItem): string {
    const { own, isInPredicate, row } = this.#place
    const current = isInPredicate ? 'current()/' : ''
    if (row !== undefined && target.repeat === row) return pathInRow(this.repeatOf(target), target)
    const isOwnRepeat = own.repeat !== undefined && (target.repeat ?? target.item.key) === own.repeat
    if (target === own) return isInPredicate && !isOwnRepeat ? absolutePath(own) : `${current}.`
    return isOwnRepeat ? `${current}${relativePath(own, target)}` : absolutePath(target)
  }

  /** Writes a reference as a single value. From outside a repeat, it is the answer in the first row. */
  reference(key: string): Written {
    const target = this.#context.items.get(key)
    if (!target) return operand(literal(''))
    if (!this.rowsOf({ kind: 'answer', key })) return operand(this.path(target))
    this.#report('entities.surveys.phones.firstRow', { key })
    const repeat = this.repeatOf(target)
    return operand(`${absolutePath(repeat)}[position() = 1]${pathInRow(repeat, target).slice(1)}`)
  }

  position(): Written {
    const { own, isInPredicate } = this.#place
    const repeat = own.repeat === undefined ? undefined : this.#context.items.get(own.repeat)
    if (!repeat) return operand('0')
    return call('position', operand(`${isInPredicate ? 'current()/' : ''}${pathToRow(own, repeat)}`))
  }

  /** Writes the path to the answers that are not blank: for the web engine of ODK, a blank is not a number. */
  filledRows(target: CompiledItem): string {
    const repeat = this.repeatOf(target)
    const path = pathInRow(repeat, target)
    return `${this.path(repeat)}[${path} != '']${path.slice(1)}`
  }

  element(column: string): string {
    const name = this.#context.elementOf(column)
    if (name === undefined) this.#report('entities.surveys.phones.column', { column })
    return name ?? 'name'
  }
}

/** Whether a condition in the repeat can hide the question. */
export const canBeHidden = (compiled: CompiledItem): boolean =>
  compiled.item.kind !== 'repeat' &&
  (compiled.relevant !== undefined || (compiled.parent !== undefined && canBeHidden(compiled.parent)))
