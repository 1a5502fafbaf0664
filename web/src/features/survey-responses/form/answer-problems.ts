import { serverIssues } from '#platform/form/form-shape.ts'
import { textOf } from '#platform/i18n.ts'

const prefix = 'data.values.'

/** What the server says about answers, by their place in the questionnaire; the last word on them is its own. */
export const answerProblems = (error: unknown): ReadonlyMap<string, string> =>
  new Map(
    serverIssues(error)
      .filter(({ path }) => path.startsWith(prefix))
      .map(({ path, key, params, message }) => [path.slice(prefix.length), textOf(key, params) ?? message]),
  )
