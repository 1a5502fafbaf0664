/** Texts of queries that the browser needs at its start. */
export const answerQueriesMenu = {
  menu: 'Queries',
  title: 'Queries',
  errors: {
    unknownQuestion: 'This response has no such answer. Choose a question of its questionnaire',
    changed: 'This query has changed since you opened the response. Look at it again',
  },
} as const
