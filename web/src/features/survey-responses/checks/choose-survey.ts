import type { Survey } from '@baseline/contract/surveys/contract.ts'

type ListedSurvey = Pick<Survey, 'id' | 'status' | 'lastResponseAt'>

/**
 * Returns the survey of the screen: the one in the address, or else the open one with the latest response, which is
 * where flags are being raised.
 */
export const chooseSurvey = <S extends ListedSurvey>(
  surveys: readonly S[],
  id: string | undefined,
): S | undefined => {
  const chosen = surveys.find((survey) => survey.id === id)
  if (chosen) return chosen
  const open = surveys.filter(({ status }) => status === 'open')
  const [first] = (open.length > 0 ? open : surveys).toSorted((a, b) =>
    (b.lastResponseAt ?? '').localeCompare(a.lastResponseAt ?? ''),
  )
  return first
}
