/** Texts of the account mails, which only the servers send. */
export const mail = {
  greeting: 'Hello,',
  ignore: 'If you did not request this, you can ignore this email.',
  expires: 'This link expires in {hours} hours.',
  expiresSoon: 'This link expires in one hour.',
  verification: {
    subject: 'Confirm your email for {app}',
    text: 'To confirm your email address, open this link:',
    action: 'Confirm email',
  },
  passwordReset: {
    subject: 'Reset your {app} password',
    text: 'To choose a new password, open this link:',
    action: 'Choose a new password',
  },
  invitation: {
    subject: 'You are invited to {app}',
    textFrom: '{inviter} has invited you to {app}. To choose your password and sign in, open this link:',
    text: 'You have been invited to {app}. To choose your password and sign in, open this link:',
    action: 'Choose a password',
  },
} as const
