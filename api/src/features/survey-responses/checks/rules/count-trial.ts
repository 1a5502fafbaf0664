import type { Finding, Severity } from '@baseline/contract/checks/rules.ts'
import type { StoredTrial } from '@baseline/contract/survey-responses/check-rules.ts'

/** Examples and enumerators that a trial shows. */
const shown = 20

type Result = Pick<
  StoredTrial,
  'responses' | 'before' | 'after' | 'added' | 'removed' | 'enumerators' | 'examples'
>
type Example = StoredTrial['examples'][number]

interface TriedResponse {
  id: string
  investigatorName: string
  before: readonly Finding[]
  after: readonly Finding[]
}

const add = (counts: Record<Severity, number>, findings: readonly Finding[]): void => {
  for (const { severity } of findings) counts[severity] += 1
}

const exampleOf = (
  responseId: string,
  { question, condition, severity, evidence }: Finding,
  change: Example['change'],
): Example => ({ responseId, question, condition, severity, evidence, change })

/** Counts the flags of responses with the current values of a rule and with the values of its draft. */
export const createTrialCounter = () => {
  const before = { info: 0, warn: 0, error: 0 }
  const after = { info: 0, warn: 0, error: 0 }
  const enumerators = new Map<string, Result['enumerators'][number]>()
  const examples: Record<Example['change'], Example[]> = { added: [], removed: [], same: [] }
  const changes = { added: 0, removed: 0, same: 0 }
  let responses = 0

  const note = (id: string, finding: Finding, change: Example['change']): void => {
    changes[change] += 1
    if (examples[change].length < shown) examples[change].push(exampleOf(id, finding, change))
  }
  return {
    /** The latest responses first: they become the examples. */
    count: (response: TriedResponse): void => {
      responses += 1
      add(before, response.before)
      add(after, response.after)
      const person = enumerators.get(response.investigatorName) ?? {
        name: response.investigatorName,
        responses: 0,
        before: 0,
        after: 0,
      }
      person.responses += 1
      person.before += response.before.length
      person.after += response.after.length
      enumerators.set(person.name, person)
      const has = (findings: readonly Finding[], question: string) =>
        findings.some((finding) => finding.question === question)
      for (const finding of response.after)
        note(response.id, finding, has(response.before, finding.question) ? 'same' : 'added')
      for (const finding of response.before)
        if (!has(response.after, finding.question)) note(response.id, finding, 'removed')
    },
    result: (): Result => ({
      responses,
      before: { ...before },
      after: { ...after },
      added: changes.added,
      removed: changes.removed,
      enumerators: [...enumerators.values()]
        .filter((person) => person.before > 0 || person.after > 0)
        .toSorted((a, b) => b.after - a.after || b.before - a.before || (a.name < b.name ? -1 : 1))
        .slice(0, shown),
      // The manager decides by the changes of the draft, more than by the flags that stay.
      examples: [...examples.added, ...examples.removed, ...examples.same].slice(0, shown),
    }),
  }
}
