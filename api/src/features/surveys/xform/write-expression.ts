import type { CompiledItem } from '@baseline/contract/surveys/compile-survey.ts'
import {
  isCalendarDate,
  isDateTime,
  isTimeOfDay,
  toNumber,
  toText,
} from '@baseline/contract/surveys/expression/convert.ts'
import { referencesOf } from '@baseline/contract/surveys/expression/evaluate.ts'
import type { ResultType } from '@baseline/contract/surveys/expression/evaluate.ts'
import type { Expression, Operator } from '@baseline/contract/surveys/expression/parse.ts'

import { argumentUse, numberRows, rowFunctions } from './arguments.ts'
import type { ArgumentUse } from './arguments.ts'
import { kindOf } from './kinds.ts'
import type { Kind } from './kinds.ts'
import { absolutePath, pathInRow } from './paths.ts'
import { findUnportableSyntax } from './patterns.ts'
import { canBeHidden, References } from './references.ts'
import type { ExpressionContext, Place, Report } from './references.ts'
import { atLevel, call, literal, operand, operandLevel, operate } from './xpath.ts'
import type { Written } from './xpath.ts'

type Call = Expression & { kind: 'call' }
type Operation = Expression & { kind: 'operation' }

const minutesPerDay = 1440

const isBlankText = (node: Expression): boolean => node.kind === 'text' && node.value === ''
const isEquality = (operator: Operator): boolean => operator === '=' || operator === '!='

/** The formats of our own texts of times. JavaRosa's texts of times have seconds and an offset, or no time at all. */
const formats = { time: '%H:%M', dateTime: '%Y-%m-%dT%H:%M' } as const

/** Writes the expressions of an item as XPath, such that phones evaluate them as the server does. */
export class ExpressionWriter {
  readonly #context: ExpressionContext
  readonly #place: Place
  readonly #report: Report
  readonly #references: References

  constructor(context: ExpressionContext, place: Place, report: Report) {
    this.#context = context
    this.#place = place
    this.#report = report
    this.#references = new References(context, place, report)
  }

  /** Writes an expression that is true or false. */
  condition(node: Expression): string {
    return this.#condition(node).xpath
  }

  number(node: Expression): string {
    return this.#number(node).xpath
  }

  text(node: Expression): string {
    return this.#text(node).xpath
  }

  /** Writes an expression whose result becomes the answer to a question: a number or a text. */
  answer(node: Expression, type: ResultType): string {
    return this.#answer(node, type).xpath
  }

  #kind(node: Expression): Kind {
    return kindOf(node, this.#place.own, this.#context.items)
  }

  #answer(node: Expression, type: ResultType): Written {
    if (node.kind === 'if') return this.#if(node, (branch) => this.#answer(branch, type))
    if (node.kind === 'once') return call('once', this.#answer(node.of, type))
    // JavaRosa writes a boolean as a word, and a date with a time.
    const kind = this.#kind(node)
    if (kind === 'boolean') return call(type === 'number' ? 'number' : 'string', this.#write(node))
    return kind === 'date' ? call('string', this.#write(node)) : this.#text(node)
  }

  #write(node: Expression): Written {
    switch (node.kind) {
      case 'number':
        return operand(toText(node.value))
      case 'text':
        return operand(literal(node.value))
      case 'answer':
        return this.#references.reference(node.key)
      case 'self':
        return operand(this.#references.path(this.#place.own))
      case 'negation':
        return { xpath: `-${atLevel(this.#number(node.of), operandLevel)}`, level: operandLevel - 1 }
      case 'operation':
        return this.#operation(node)
      case 'call':
        return this.#call(node)
      case 'if':
        return this.#if(node, (branch) => this.#write(branch))
      case 'once':
        return call('once', this.#write(node.of))
      case 'match':
        return this.#match(node)
      default:
        return this.#formTerm(node)
    }
  }

  #if({ args }: Expression & { kind: 'if' }, write: (branch: Expression) => Written): Written {
    const [condition, then, otherwise] = args
    return call('if', this.#condition(condition), write(then), write(otherwise))
  }

  #formTerm(
    node: Extract<Expression, { kind: 'attribute' | 'position' | 'row' | 'choiceName' | 'lookup' }>,
  ): Written {
    switch (node.kind) {
      case 'attribute':
        return operand(this.#references.element(node.name))
      case 'position':
        return this.#references.position()
      case 'row':
        return this.#row(node)
      case 'choiceName': {
        const question = this.#context.items.get(node.key)
        return call(
          'jr:choice-name',
          this.#text(node.of),
          operand(literal(question ? absolutePath(question) : '')),
        )
      }
      case 'lookup':
        return this.#lookup(node)
    }
  }

  /** JavaRosa reads a number below 1 as the first row; there is no such row. */
  #row({ key, repeat, number }: Expression & { kind: 'row' }): Written {
    const { items } = this.#context
    const [question, rows] = [items.get(key), items.get(repeat)]
    if (!question || !rows) return operand(literal(''))
    const index = this.#number(number)
    const row = call('indexed-repeat', operand(absolutePath(question)), operand(absolutePath(rows)), index)
    if (number.kind === 'number' && number.value >= 1) return row
    return call('if', operate('>=', index, operand('1')), row, operand(literal('')))
  }

  /**
   * JavaRosa fails if several choices match; the server takes the first one. Without a match, the result is a blank,
   * not an empty set, which is neither equal nor unequal to anything.
   */
  #lookup({ list, column, keyColumn, of }: Expression & { kind: 'lookup' }): Written {
    const { instanceOf, hasDuplicates } = this.#context
    const value = this.#inPredicate().#text(of)
    const key = operand(this.#references.element(keyColumn))
    const first = hasDuplicates(list, keyColumn) ? '[position() = 1]' : ''
    const path = `instance(${literal(instanceOf(list))})/root/item[${operate('=', key, value).xpath}]${first}`
    return call('string', operand(`${path}/${this.#references.element(column)}`))
  }

  #inPredicate(row?: string): ExpressionWriter {
    const place = { ...this.#place, isInPredicate: true, ...(row !== undefined && { row }) }
    return new ExpressionWriter(this.#context, place, this.#report)
  }

  /** The web engine of ODK searches for the pattern; JavaRosa and the server match the whole text. */
  #match({ of, pattern }: Expression & { kind: 'match' }): Written {
    const syntax = findUnportableSyntax(pattern.source)
    if (syntax !== undefined) this.#report('entities.surveys.phones.pattern', { syntax })
    return call('regex', this.#text(of), operand(literal(`^(?:${pattern.source})$`)))
  }

  #call(node: Call): Written {
    const { name, args } = node
    if (args.length === 0 && (name === 'string-length' || name === 'normalize-space'))
      return call(name, operand(this.#references.path(this.#place.own)))
    if (name === 'is-selected') return this.#call({ ...node, name: 'selected' })
    if (
      name === 'max' &&
      args.length > 1 &&
      !args.some((one) => one.kind === 'number' || this.#references.rowsOf(one))
    )
      return this.#max(args)
    return call(name, ...args.map((argument, index) => this.#argument(node, argument, index)))
  }

  /** JavaRosa's `max()` of negative numbers is 0; its `min()` is right. */
  #max(args: readonly Expression[]): Written {
    const negated = args.map((of) => this.#write({ kind: 'negation', of }))
    return { xpath: `-${call('min', ...negated).xpath}`, level: operandLevel - 1 }
  }

  #argument({ name, args }: Call, node: Expression, index: number): Written {
    const use = argumentUse(name, index)
    const rows = this.#references.rowsOf(node)
    if (!rows || !(use === 'rows' || rowFunctions.has(name))) return this.#use(node, use)
    const path = operand(
      numberRows.has(name) ? this.#references.filledRows(rows) : this.#references.path(rows),
    )
    const [separator] = args
    if (name === 'join' && separator && args.length > 2) return call(name, this.#text(separator), path)
    if (name !== 'join' && args.length > 1) return call(name, path)
    return path
  }

  #use(node: Expression, use: ArgumentUse): Written {
    switch (use) {
      case 'number':
        return this.#number(node)
      case 'text':
        return this.#text(node)
      case 'word': {
        const isText = this.#kind(node) === 'text' || node.kind === 'text'
        if (node.kind === 'number') return operand(literal(toText(node.value)))
        return isText ? this.#write(node) : call('string', this.#text(node))
      }
      case 'condition':
        return this.#condition(node)
      case 'value':
      case 'rows':
        return this.#write(node)
    }
  }

  /** A reference is true if it is not blank, or not zero. For XPath it is true if the element exists. */
  #condition(node: Expression): Written {
    const rows = this.#references.rowsOf(node)
    if (rows) return operate('>', call('count', operand(this.#references.path(rows))), operand('0'))
    if (node.kind === 'if') return this.#if(node, (branch) => this.#condition(branch))
    if (!['answer', 'self', 'row', 'attribute', 'lookup', 'once'].includes(node.kind))
      return this.#write(node)
    const kind = this.#kind(node)
    if (kind === 'boolean') return this.#write(node)
    if (kind === 'number') return call('boolean', call('number', this.#write(node)))
    return operate('!=', this.#write(node), operand(literal('')))
  }

  #text(node: Expression): Written {
    const kind = this.#kind(node)
    if ((kind !== 'time' && kind !== 'dateTime') || this.#isTextOfTime(node)) return this.#write(node)
    return call('format-date-time', this.#write(node), operand(literal(formats[kind])))
  }

  /** Calculations and `format-date-time()` hold a time as a text. */
  #isTextOfTime(node: Expression): boolean {
    const item = node.kind === 'answer' ? this.#context.items.get(node.key)?.item : undefined
    return item?.kind === 'question' && item.type === 'calculated'
  }

  /** Writes a number. JavaRosa cuts times to whole days and does not read dates in texts. */
  #number(node: Expression, isWithTime = false): Written {
    if (node.kind === 'text') return this.#numberOfLiteral(node.value, isWithTime)
    const kind = this.#kind(node)
    if (kind === 'time' && this.#isTextOfTime(node) && node.kind === 'answer')
      this.#report('entities.surveys.phones.calculatedTime', { key: node.key })
    const written = this.#write(node)
    if (kind === 'time') return call('decimal-time', written)
    if (kind === 'dateTime' || (kind === 'date' && isWithTime)) return call('decimal-date-time', written)
    return kind === 'date' && this.#isTextOfTime(node) ? call('date', written) : written
  }

  #numberOfLiteral(text: string, isWithTime: boolean): Written {
    const written = operand(literal(text))
    if (isTimeOfDay(text)) return operand(toText(toNumber(text)))
    if (isDateTime(text) || (isCalendarDate(text) && isWithTime)) return call('decimal-date-time', written)
    return isCalendarDate(text) ? call('date', written) : written
  }

  #operation(node: Operation): Written {
    const { operator, left, right } = node
    switch (operator) {
      case 'and':
      case 'or':
        return operate(operator, this.#condition(left), this.#condition(right))
      case '+':
      case '-':
      case '*':
      case 'div':
      case 'mod':
        return this.#calculation(node)
      default:
        return this.#comparison(node)
    }
  }

  #calculation({ operator, left, right }: Operation): Written {
    const isWithTime = this.#isWithTime(left, right)
    return operate(operator, this.#number(left, isWithTime), this.#number(right, isWithTime))
  }

  #isWithTime(left: Expression, right: Expression): boolean {
    return this.#kind(left) === 'dateTime' || this.#kind(right) === 'dateTime'
  }

  #comparison(node: Operation): Written {
    const { operator, left, right } = node
    const [leftRows, rightRows] = [this.#references.rowsOf(left), this.#references.rowsOf(right)]
    const rows = leftRows ?? rightRows
    if (rows) {
      if (leftRows && rightRows) this.#report('entities.surveys.phones.twoRows')
      return this.#anyRow(node, rows)
    }
    const kinds = [this.#kind(left), this.#kind(right)]
    if (kinds.includes('boolean') && isEquality(operator))
      return operate(operator, this.#boolean(left), this.#boolean(right))
    const isWithTime = this.#isWithTime(left, right)
    const hasTime = isWithTime || kinds.includes('time')
    if (isEquality(operator) && (!hasTime || isBlankText(left) || isBlankText(right)))
      return operate(operator, this.#write(left), this.#write(right))
    if (this.#isTime(left) && this.#isTime(right))
      return operate(operator, this.#minutes(left), this.#minutes(right))
    return operate(operator, this.#number(left, isWithTime), this.#number(right, isWithTime))
  }

  #isTime(node: Expression): boolean {
    return node.kind === 'text' ? isTimeOfDay(node.value) : this.#kind(node) === 'time'
  }

  /** Writes a time in minutes: JavaRosa's fractions of a day are too inexact to compare equal times. */
  #minutes(node: Expression): Written {
    if (node.kind === 'text') return operand(toText(Math.round(toNumber(node.value) * minutesPerDay)))
    return call('round', operate('*', this.#number(node), operand(String(minutesPerDay))))
  }

  #boolean(node: Expression): Written {
    return this.#kind(node) === 'boolean' ? this.#write(node) : call('boolean', this.#condition(node))
  }

  /** Counts the rows that meet a comparison: JavaRosa refuses to compare several rows at once. */
  #anyRow(node: Operation, target: CompiledItem): Written {
    const { operator, left, right } = node
    const repeat = this.#references.repeatOf(target)
    const usesChoice = [left, right].some((side) => referencesOf(side).attributes.size > 0)
    if (usesChoice) return this.#rowsInFilter(node, target)
    const condition = this.#inPredicate(repeat.item.key).#comparison(node)
    const isHideable = isEquality(operator) && canBeHidden(target)
    // A hidden answer is no member of the list, but would be unequal to any text.
    const shown = operate('>', call('count', operand(pathInRow(repeat, target))), operand('0'))
    const predicate = isHideable ? operate('and', shown, condition) : condition
    return operate('>', call('count', operand(`${absolutePath(repeat)}[${predicate.xpath}]`)), operand('0'))
  }

  /** In a filter, brackets in brackets cannot refer to the choice. */
  #rowsInFilter({ operator, left, right }: Operation, target: CompiledItem): Written {
    const other = this.#references.rowsOf(left) ? right : left
    if (operator !== '=') this.#report('entities.surveys.phones.rowsInFilter', { key: target.item.key })
    const path = this.#references.path(target)
    return call('selected', operand(`join(' ', ${path})`), this.#use(other, 'word'))
  }
}
