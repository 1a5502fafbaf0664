/** Texts about submissions of phones, which only the server writes. ODK Collect shows most of them to the enumerator. */
export const intake = {
  received: 'The interview was received',
  accepted: 'Edit from the phone accepted',
  returned: {
    title: 'Returned interviews',
    none: 'You have no returned interviews. This list is updated when the phone refreshes its forms.',
    interview: 'Which interview do you want to correct?',
    hint: 'Survey Id, survey, village and date',
    reason: 'Reason',
    queries: 'Questions to check',
    returned: 'Returned',
    sent: 'Sent from the phone',
    steps:
      'Return to the main screen of Collect. Open “Sent”, open the interview, and tap the pencil (“Edit finalized form”). Correct the answers, and send the interview again. If it is not on this phone, ask your supervisor. You do not have to send this list.',
  },
  errors: {
    unknownForm: 'The form {form}, version {version}, is not open here',
    unknownInstance: 'The interview that was edited has not arrived yet. Send it first.',
  },
  submission: {
    tooLarge: 'The interview is larger than {max} MB',
    notUtf8: 'The interview is not encoded in UTF-8',
    notWellFormed: 'The interview is not well-formed XML',
    doctype: 'The interview contains a DOCTYPE, which is not accepted',
    tooDeep: 'The interview has more than {max} levels of elements',
    tooManyElements: 'The interview has more than {max} elements',
    encrypted: 'Encrypted forms are not accepted here',
    noFormId: 'The interview does not name its form: the root element has no id',
    noInstanceId: 'The interview has no instanceID',
    invalidId: '{name} is longer than {max} characters or contains control characters',
  },
} as const
