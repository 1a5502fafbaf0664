import type { IntakeState } from './states.ts'

/** Decisions about an interview of the inbox. `edit` and `new` are the two ways to accept it. */
export const intakeChoices = ['edit', 'new', 'reprocess', 'discard'] as const
export type IntakeChoice = (typeof intakeChoices)[number]

const rules: Readonly<Record<IntakeState, Record<'withResponse' | 'alone', readonly IntakeChoice[]>>> = {
  conflict: { withResponse: ['edit', 'new', 'discard'], alone: ['new', 'discard'] },
  heldBack: { withResponse: ['edit', 'discard'], alone: ['new', 'discard'] },
  unreadable: { withResponse: ['reprocess', 'discard'], alone: ['reprocess', 'discard'] },
  // Not discarded: its last post can still arrive. A manager accepts it, and reviews the response.
  receiving: { withResponse: ['edit', 'new'], alone: ['new'] },
}

/** Returns the decisions that an interview allows. The server and the screens use only this table. */
export const choicesFor = ({
  state,
  response,
}: {
  state: IntakeState
  response: object | null
}): readonly IntakeChoice[] => rules[state][response ? 'withResponse' : 'alone']
