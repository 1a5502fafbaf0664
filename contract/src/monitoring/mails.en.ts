/** Texts of the daily summary for operators, which only the server sends. */
export const monitoring = {
  subject: '{app}: {count} points need attention at {host}',
  subjectOne: '{app}: 1 point needs attention at {host}',
  intro: 'The server of {url} found the following in the last 24 hours:',
  runbook: '{text} See "{section}" in docs/operations/monitoring.md.',
  closing: 'This mail is sent once a day, and only if there is something to report.',
  findings: {
    backupOld: 'The last backup is {hours} hours old.',
    backupUnverified: 'No backup has been verified for {days} days.',
    certificate: 'The certificate of {host} is valid for {days} more days.',
    clock: 'The clocks of the server and of its database differ by {seconds} seconds.',
    countsWrong: 'The nightly recount found {count} wrong counts of responses, and corrected them.',
    disk: 'Little disk space is left: {space}.',
    down: 'The server itself cannot reach {url}.',
    exportsFailed: 'Exports that failed: {count}.',
    intakeStopped: 'No response has been received for {days} days, although a survey is open.',
    jobsFailed: 'Jobs that failed: {jobs}.',
    jobsWaiting: 'Jobs that have waited for more than 10 minutes: {jobs}.',
    mailsFailed: 'Mails that could not be sent within a day: {count}.',
    readingFailed: 'The server could not check: {names}.',
  },
} as const
