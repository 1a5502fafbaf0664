/** Texts of the review desk. */
export const desk = {
  fields: {
    place: 'Place',
    receivedAt: 'Received',
    dueAt: 'Due',
    risk: 'Risk',
    reviewer: 'Reviewer',
  },
  filters: {
    assigned: 'Assigned',
    overdue: 'Due date',
    notSelected: 'Selection',
  },
  assigned: { mine: 'To me', others: 'To others', nobody: 'To no one' },
  onlyOverdue: 'Overdue',
  onlyNotSelected: 'Not selected for review',
  count: { one: '{count} waiting', many: '{count} waiting', estimate: 'more than {count} waiting' },
  empty: {
    title: 'No response waits for a review',
    hint: 'Responses appear here within seconds after they are submitted.',
  },
  overdue: 'Overdue',
  risk: {
    flags: '{flags} × {points}',
    enumerator: 'enumerator {points}',
    sum: '{parts} = {score}',
    limited: '{parts} = {sum}, limited to {score}',
  },
  openFor: 'Opened by {name}',
  openForMe: 'Opened by you',
  assignedTo: 'Assigned to {name}',
  assignedToMe: 'Assigned to you',
  decided: 'Decision saved: {status}',
  next: 'Next in my queue',
  none: 'No other response waits for you',
  heldBy: '{name} has had this response open since {time}.',
} as const
