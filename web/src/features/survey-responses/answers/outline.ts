import type { Group, Item, Question, Repeat } from '@baseline/contract/surveys/master.ts'

/** Neighbours that are read as one block: single questions, or the rows of one repeat. */
export type Block =
  | { kind: 'questions'; questions: Question[] }
  | { kind: 'repeat'; repeat: Repeat }
  | { kind: 'section'; group: Group }

/** What stands in a section, in the order of the questionnaire; questions in a row become one block. */
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

/** The questions of a repeat, groups inside it dissolved: they are the columns of its table. */
export const questionsIn = (items: readonly Item[]): Question[] =>
  items.flatMap((item) => (item.kind === 'question' ? [item] : questionsIn(item.items)))

/** Every question that can have an answer, outside of repeats, and every repeat: the keys of `values`. */
export const answerItems = (items: readonly Item[]): (Question | Repeat)[] =>
  items.flatMap((item) => {
    if (item.kind === 'group') return answerItems(item.items)
    return item.kind === 'question' && item.type === 'note' ? [] : [item]
  })
