let entered = ''

/** Last email address entered in this tab, to prefill the next form. Kept in memory only. */
export const enteredEmail = {
  get: (): string => entered,
  set: (email: string): void => {
    entered = email
  },
}
