export const surveys = {
  statuses: { draft: 'Draft', open: 'Open', closed: 'Closed' },
  errors: {
    notFound: 'No survey has the form_id {formId}',
    dates: 'A survey cannot close before it opens',
    districtTwice: 'This district already has a target',
  },
  validation: {
    /** A message from the questionnaire, already in the reader's language. */
    words: '{message}',
    constraint: '{path}: this answer is not allowed',
    number: '{path} must be a number, like 7 or 12.5',
    date: '{path} must be a date, like 2026-03-31',
    time: '{path} must be a time, like 14:30',
    text: '{path} must be text',
    choices: '{path} must be a list of choices',
    photo: '{path} must be an uploaded picture or the address of one',
    location: '{path} must be a latitude and a longitude',
    dateTime: '{path} must be a date and a time, like 2026-03-31T14:30',
    acknowledge: '{path} must be OK',
    rowCount: '{path} must have {count} rows',
    shape: '{path} must be points, like -25.9 32.5; -25.8 32.6',
    rows: '{path} must be a list of rows',
    notAsked: 'Answers to questions that do not apply: {keys}',
    notAskedHere: 'This question is not asked here: clear the cell',
  },
} as const
