export const securityLog = {
  title: 'Security log',
  count: { one: '{count} event', many: '{count} events', estimate: 'more than {count} events' },
  empty: {
    title: 'No events yet',
    hint: 'Sign-ins and other events of accounts are listed here for a year.',
  },
  unknown: 'Unknown address',
  fields: { timestamp: 'Time', event: 'Event', email: 'Account', sender: 'Sender', result: 'Result' },
  events: {
    signIn: 'Sign-in',
    signUp: 'Registration',
    socialSignIn: 'Sign-in with a provider',
    passwordResetMail: 'Link for a new password',
    passwordReset: 'New password by link',
    passwordChange: 'Changed password',
    emailVerification: 'Email confirmed',
    sessionEnd: 'Sign-out of a device',
  },
  results: { ok: 'Successful', refused: 'Refused' },
} as const
