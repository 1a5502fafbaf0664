let handler: (error: unknown) => void = () => undefined

/** The application says once what the outcomes of `decide` do; the platform knows no routes. */
export const installErrorHandler = (install: (error: unknown) => void): void => {
  handler = install
}

/** For code outside of queries and mutations, whose errors arrive here by themselves. spec §8 */
export const handleError = (error: unknown): void => handler(error)
