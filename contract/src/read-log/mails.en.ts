/** Texts of the mail to managers, which only the server sends. */
export const mail = {
  subject: '{app}: unusually many records read',
  text: 'On {day} (UTC), {user} read at least {count} records. This installation expects at most {limit} per person and day.',
  hint: 'This may be normal work. The read log shows which records, lists and exports it was:',
  action: 'Open the read log',
} as const
