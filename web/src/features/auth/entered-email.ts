let entered = ''

/** The address last entered on a screen of this tab, so that it is not typed again; kept in memory only. */
export const enteredEmail = {
  get: (): string => entered,
  set: (email: string): void => {
    entered = email
  },
}
