/** The line was bad, or a new release has replaced the file. The router tells by the message, so that is kept. */
export class PageNotLoaded extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
  }
}

/** Brings a lazy page; what goes wrong on the way can be told from what goes wrong on the page. */
export const loadPage = <Page>(load: () => Promise<Page>): Promise<Page> =>
  load().catch((error: unknown) => {
    throw new PageNotLoaded(error)
  })
