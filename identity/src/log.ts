/** Messages of libraries and drivers may contain addresses or links, which must not be logged. */
export const withoutPersonalData = (text: string): string =>
  // Excludes slashes from addresses, so that a path like node_modules/@better-auth stays readable in a stack.
  text.replace(/[^\s/@]+@[^\s/@]+/g, '[email]').replace(/\bhttps?:\/\/\S+/g, '[url]')

/** Returns the loggable part of an error, in the same shape as the api. */
export const describeError = (error: unknown): object => {
  if (!(error instanceof Error)) return { type: typeof error }
  const { name, message, stack, cause } = error
  const code = 'code' in error ? error.code : undefined
  // Messages of the database can quote user input; its codes cannot.
  if ('severity' in error) {
    const { constraint, table, routine } = error as { constraint?: string; table?: string; routine?: string }
    return { type: 'database', code, constraint, table, routine }
  }
  // Messages of a mail server can quote the refused recipient.
  if ('responseCode' in error || 'rejected' in error)
    return { type: 'mail', code, responseCode: 'responseCode' in error ? error.responseCode : undefined }
  return {
    type: name,
    message: withoutPersonalData(message),
    stack: stack && withoutPersonalData(stack),
    code,
    ...(cause === undefined ? {} : { cause: describeError(cause) }),
  }
}
