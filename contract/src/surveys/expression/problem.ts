import type { MessageKey } from '../../messages/translate.ts'

/** An error in an expression of a questionnaire, with the key and parameters of its message. */
export class ExpressionError extends Error {
  readonly key: Extract<MessageKey, `entities.surveys.expression.${string}`>
  readonly params: Record<string, string | number>

  constructor(key: ExpressionError['key'], params: Record<string, string | number> = {}) {
    super(key)
    this.key = key
    this.params = params
  }
}

export const throwArguments = (name: string): never => {
  throw new ExpressionError('entities.surveys.expression.wrongArguments', { name })
}
