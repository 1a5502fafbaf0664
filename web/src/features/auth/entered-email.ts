let lastEmail = ''

/** Last email address entered in this tab, to prefill the next form. Kept in memory only. */
export const enteredEmail = {
  get: (): string => lastEmail,
  set: (email: string): void => {
    lastEmail = email
  },
}
