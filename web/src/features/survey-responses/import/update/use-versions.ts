import { getSurveyMaster } from '@baseline/contract/surveys/contract.ts'
import type { SurveyMaster } from '@baseline/contract/surveys/master.ts'
import { useQuery } from '@tanstack/react-query'

import { call } from '#platform/api.ts'

type Versions = readonly [SurveyMaster, ...SurveyMaster[]]

/**
 * Loads all versions of a questionnaire, latest first. Each response belongs to the version that it answers.
 */
export const useVersions = (latest: SurveyMaster | undefined): Versions | undefined => {
  const { data } = useQuery({
    queryKey: ['survey-masters', latest?.id, 'versions', latest?.version],
    queryFn: async ({ signal }): Promise<Versions | undefined> => {
      if (!latest) return undefined
      const { id, version } = latest
      const older = await Promise.all(
        Array.from({ length: version - 1 }, (_, index) =>
          call(getSurveyMaster, { params: { id }, query: { version: String(version - 1 - index) }, signal }),
        ),
      )
      return [latest, ...older]
    },
    enabled: latest !== undefined,
  })
  return data
}
