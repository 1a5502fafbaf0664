import type { MessageKey } from '@baseline/contract/messages/translate.ts'

export type PhoneProblemKey = Extract<MessageKey, `entities.surveys.phones.${string}`>

/** A rule that cannot be expressed for phones. */
export interface PhoneProblem {
  /** Key of the item. */
  readonly item: string
  /** Column of the sheet `survey`. */
  readonly column: string
  readonly key: PhoneProblemKey
  readonly params: Record<string, string>
}
