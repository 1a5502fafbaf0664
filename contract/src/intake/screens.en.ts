/** Texts of the inbox, except its title. */
export const intakeScreens = {
  view: 'Interview from a phone',
  searchedFor: 'Device or person',
  count: { one: '{count} interview', many: '{count} interviews', estimate: 'more than {count} interviews' },
  empty: {
    title: 'No interviews are waiting',
    hint: 'Interviews from phones that need a decision are listed here, such as two versions of one interview.',
  },
  fields: {
    state: 'Reason',
    surveyId: 'Survey',
    surveyLabel: 'Survey',
    deviceLabel: 'Device',
    personName: 'Person',
    receivedAt: 'Received',
    response: 'Response',
    responseId: 'Response',
    files: 'Files',
    instanceId: 'Instance',
    deprecatedId: 'Edit of instance',
    odkDeviceId: 'Phone',
    userAgent: 'App',
    comment: 'Comment',
  },
  states: {
    conflict: 'Conflict',
    heldBack: 'Held back',
    unreadable: 'Unreadable',
    receiving: 'Incomplete',
    stored: 'Stored',
    discarded: 'Discarded',
    erased: 'Erased',
  },
  explanations: {
    conflict:
      'The interview arrived with other answers than before, or is an edit of an old version. The response was not changed.',
    heldBack:
      'The interview was edited on the phone after the response was approved or rejected. The response was not changed.',
    unreadable:
      'The server could not store the answers because of an error. Nothing is lost. Read the interview again after an update.',
    receiving:
      'The last part of the interview has not arrived for more than 24 hours. The phone may still send it.',
  },
  fileCount: '{received} of {count}',
  fileStates: {
    expected: 'not received',
    received: 'received',
    converted: 'received',
    rejected: 'not a valid file',
  },
  changes: {
    title: 'Differences from the response',
    question: 'Question',
    stored: 'Response',
    sent: 'Phone',
    none: 'The answers are the same as those of the response.',
    noAnswers: 'The interview has no answers.',
    unreadable: 'The answers cannot be read. Download the XML to see them.',
  },
  facts: 'About the interview',
  filesTitle: 'Files',
  noFiles: 'No files',
  downloadXml: 'Download XML',
  next: 'Next interview',
  previous: 'Previous interview',
  choices: {
    edit: 'Replace the answers',
    new: 'Store as a new response',
    reprocess: 'Read again',
    discard: 'Discard',
  },
  confirm: {
    edit: {
      title: 'Replace the answers of this response?',
      text: 'The response gets the answers of the phone and becomes resubmitted. Its history keeps the old answers.',
    },
    new: {
      title: 'Store this interview as a new response?',
      text: 'The response that exists is not changed.',
      incomplete: 'The response gets the files that have arrived. Files that arrive later are added.',
    },
    reprocess: {
      title: 'Read this interview again?',
      text: 'The server reads the stored interview and stores its answers.',
    },
    discard: {
      title: 'Discard this interview?',
      text: 'It leaves the inbox. Its answers are not used. The server keeps the XML as evidence.',
    },
  },
  done: {
    edit: 'The answers were replaced',
    new: 'The interview was stored as a new response',
    reprocess: 'The interview was stored',
    waits: 'The interview was read, and waits for a decision',
    discard: 'The interview was discarded',
  },
  problems: {
    issues: {
      one: '1 answer does not fit the questionnaire:',
      many: '{count} answers do not fit the questionnaire:',
    },
    unmapped: {
      one: '1 text of the phone belongs to no question:',
      many: '{count} texts of the phone belong to no question:',
    },
    more: 'and {count} more',
    isLate: 'It arrived after the survey was closed.',
    error: 'Error: {error}',
  },
  errors: {
    decided: 'Another user has already decided about this interview',
    choice: 'This decision is not possible for this interview',
    stillUnreadable: 'The interview still cannot be stored: {problem}',
  },
} as const
