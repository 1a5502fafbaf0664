import { hasAnswer } from '@baseline/contract/surveys/master.ts'
import type { Group, Item, Question, Repeat } from '@baseline/contract/surveys/master.ts'

/** A block of a section: adjacent questions, one repeat, or a nested section. */
export type Block =
  | { kind: 'questions'; questions: Question[] }
  | { kind: 'repeat'; repeat: Repeat }
  | { kind: 'section'; group: Group }

/** Groups the items of a section into blocks, in order. Adjacent questions become one block. */
export const blocksOf = (items: readonly Item[]): Block[] => {
  const blocks: Block[] = []
  for (const item of items) {
    const last = blocks.at(-1)
    if (item.kind === 'repeat') blocks.push({ kind: 'repeat', repeat: item })
    else if (item.kind === 'group') blocks.push({ kind: 'section', group: item })
    else if (last?.kind === 'questions') last.questions.push(item)
    else blocks.push({ kind: 'questions', questions: [item] })
  }
  return blocks
}

/** Returns the questions of a repeat, flattened out of their groups: the columns of its table. */
export const questionsIn = (items: readonly Item[]): Question[] =>
  items.flatMap((item) => (item.kind === 'question' ? [item] : questionsIn(item.items)))

/** Returns all items with a key in `values`: questions outside repeats, except notes, and repeats. */
export const answerItems = (items: readonly Item[]): (Question | Repeat)[] =>
  items.flatMap((item) => {
    if (item.kind === 'group') return answerItems(item.items)
    return item.kind === 'question' && !hasAnswer(item) ? [] : [item]
  })
