import { useChosenSurvey } from '../use-chosen-survey.ts'
import { useRules } from './use-rules.ts'

/** Returns the surveys, the one that the address names, and its rules. */
export const useSurveyRules = () => {
  const { surveys, survey, ...surveyList } = useChosenSurvey()
  const { data: list, isFetchedAfterMount, ...rules } = useRules(survey?.id)
  const failed = surveys ? rules : surveyList
  return {
    surveys,
    survey,
    list,
    /** Whether the rules are newer than this screen. */
    isFresh: isFetchedAfterMount,
    error: list ? null : failed.error,
    retry: () => void failed.refetch(),
  }
}
