/** Texts of the daily mail about queries. It names no household and quotes no answer. */
export const mail = {
  subject: { one: '{app}: 1 query waits for you', many: '{app}: {count} queries wait for you' },
  text: {
    one: '1 query on an answer of a response waits for you.',
    many: '{count} queries on answers of responses wait for you.',
  },
  overdue: { one: '1 is overdue.', many: '{count} are overdue.' },
  noAccess: 'Ask your supervisor to show them to you.',
  action: 'Open the queries',
} as const
