/**
 * A page file could not be loaded: a bad connection, or a new release has replaced it. Keeps the message, by
 * which the router recognises the error.
 */
export class PageNotLoaded extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
  }
}

/** Loads a lazy page; its load errors are distinguishable from rendering errors. */
export const loadPage = <Page>(load: () => Promise<Page>): Promise<Page> =>
  load().catch((error: unknown) => {
    throw new PageNotLoaded(error)
  })
