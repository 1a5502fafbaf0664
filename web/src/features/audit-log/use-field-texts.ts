import type { AuditLogEntry } from '@baseline/contract/audit-log/contract.ts'
import { useQuery } from '@tanstack/react-query'

import { fieldTexts } from '#platform/entities.ts'

/**
 * Loads the labels of the questionnaire version of the response that an entry is about. Versions never
 * change, so the cached one never gets stale. If it cannot be loaded, the entry shows question keys.
 */
export const useFieldTexts = ({ survey }: AuditLogEntry) => {
  const { data, isLoading } = useQuery({
    queryKey: ['audit-log', 'survey', survey],
    queryFn: async ({ signal }) => (survey && (await fieldTexts.surveyResponse?.(survey, signal))) ?? null,
    enabled: survey !== null,
    staleTime: Infinity,
    meta: { handlesErrors: true },
  })
  return { texts: data ?? undefined, isLoading }
}
