import type { QueryState } from '@baseline/contract/answer-queries/contract.ts'

import { t } from '#platform/i18n.ts'
import { Mark } from '#platform/ui/mark.tsx'

/** Shape and tone of each state, so that it can be recognised without its colour. */
const stateMarks = {
  /** A speech bubble with an exclamation mark. */
  open: {
    tone: 'amber',
    shape: 'M1.5 2h13v9.5H8.5L5 15v-3.5H1.5zM7.1 3.6h1.8v3.8H7.1zM7.1 8.2h1.8v1.8H7.1z',
  },
  /** A speech bubble with two lines. */
  answered: { tone: 'blue', shape: 'M1.5 2h13v9.5H11V15l-3.5-3.5h-6zM4 4.4h8V6H4zM4 7.4h5V9H4z' },
  /** A tick. */
  closed: { tone: 'green', shape: 'M2 8.4L3.6 6.8L6.5 9.7L12.4 3.4L14 5L6.5 13z' },
  /** A line. */
  withdrawn: { tone: 'grey', shape: 'M2.5 7h11v2h-11z' },
} as const satisfies Record<QueryState, { tone: string; shape: string }>

/** A state of a query: its shape and its name. */
export const QueryStateMark = ({ state }: { state: QueryState }) => (
  <Mark {...stateMarks[state]}>{t(`entities.answerQueries.states.${state}`)}</Mark>
)

/** Whether a waiting query is past its due date. */
export const isOverdue = ({ state, dueAt }: { state: QueryState; dueAt: string }): boolean =>
  (state === 'open' || state === 'answered') && Date.parse(dueAt) < Date.now()

/** The octagon of errors, with the word. */
export const OverdueMark = () => (
  <Mark tone="red" shape="M5 .8h6L15.2 5v6L11 15.2H5L.8 11V5zM7.1 3.8h1.8v5.2h-1.8zM7.1 10.4h1.8v1.8h-1.8z">
    {t('entities.answerQueries.overdue')}
  </Mark>
)
