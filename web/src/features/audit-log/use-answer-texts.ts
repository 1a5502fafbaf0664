import type { AuditLogEntry } from '@baseline/contract/audit-log/contract.ts'
import { getSurveyMaster } from '@baseline/contract/surveys/contract.ts'
import type { SurveyMaster } from '@baseline/contract/surveys/master.ts'
import { useQuery } from '@tanstack/react-query'

import { call } from '#platform/api.ts'
import { loadAnswerTexts } from '#platform/entities.ts'
import type { AnswerTexts } from '#platform/feature.ts'

/** A questionnaire with the functions that format a response with its labels. */
export interface SurveyTexts extends AnswerTexts {
  survey: SurveyMaster
}

/**
 * Loads the questionnaire version of the response that an entry is about. Versions never change, so the
 * cached one never gets stale. If it cannot be loaded, the entry shows question keys.
 */
export const useAnswerTexts = ({ survey }: AuditLogEntry) => {
  const { data, isLoading } = useQuery({
    queryKey: ['audit-log', 'survey', survey],
    queryFn: async ({ signal }): Promise<SurveyTexts | null> => {
      if (!survey) return null
      const [texts, master] = await Promise.all([
        loadAnswerTexts(),
        call(getSurveyMaster, {
          params: { id: survey.id },
          query: { version: String(survey.version) },
          signal,
        }),
      ])
      return texts ? { fieldName: texts.fieldName, valueText: texts.valueText, survey: master } : null
    },
    enabled: survey !== null,
    staleTime: Infinity,
    meta: { handlesErrors: true },
  })
  return { texts: data ?? undefined, isLoading }
}
