import { serverIssues } from '#platform/error-details.ts'
import { textOf } from '#platform/i18n.ts'

const prefix = 'data.values.'

/**
 * Returns the server's messages about answers, by answer path. The validation of the server is authoritative.
 */
export const answerProblems = (error: unknown): ReadonlyMap<string, string> =>
  new Map(
    serverIssues(error)
      .filter(({ path }) => path.startsWith(prefix))
      .map(({ path, key, params, message }) => [path.slice(prefix.length), textOf(key, params) ?? message]),
  )
