let handler: (error: unknown) => void = () => undefined

/** Installs the handler of errors. The application provides it, because the platform knows no routes. */
export const installErrorHandler = (install: (error: unknown) => void): void => {
  handler = install
}

/** Handles errors outside queries and mutations, whose errors arrive here automatically. spec §8 */
export const handleError = (error: unknown): void => handler(error)
