/** Prefix of all queries about one response. Invalidate it after a change. */
export const responseKey = (id: string) => ['survey-responses', id]
