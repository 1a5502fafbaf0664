/** States of submissions that wait in the inbox, in the order in which the screen offers them. */
export const intakeStates = ['conflict', 'heldBack', 'unreadable', 'receiving'] as const
export type IntakeState = (typeof intakeStates)[number]

export const isIntakeState = (state: string): state is IntakeState =>
  intakeStates.some((name) => name === state)

export const submissionStates = [...intakeStates, 'stored', 'discarded', 'erased'] as const
