/** Texts of libraries and drivers may quote an address or a link; neither belongs into a log. */
export const withoutPersonalData = (text: string): string =>
  // No slash within an address, so that a path like node_modules/@better-auth stays readable in a stack.
  text.replace(/[^\s/@]+@[^\s/@]+/g, '[email]').replace(/\bhttps?:\/\/\S+/g, '[url]')

/** What of an error may be logged, in the same shape as the api's. */
export const describeError = (error: unknown): object => {
  if (!(error instanceof Error)) return { type: typeof error }
  const { name, message, stack, cause } = error
  const code = 'code' in error ? error.code : undefined
  // The database's own words can quote what a person typed; its codes cannot.
  if ('severity' in error) {
    const { constraint, table, routine } = error as { constraint?: string; table?: string; routine?: string }
    return { type: 'database', code, constraint, table, routine }
  }
  // So can the mail server's, about a recipient whom it refuses.
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
