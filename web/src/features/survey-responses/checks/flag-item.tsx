import type { RuleId } from '@baseline/contract/checks/rules.ts'
import type { Flag } from '@baseline/contract/survey-responses/flags.ts'
import type { SurveyDefinition } from '@baseline/contract/surveys/master.ts'
import { useSearch } from '@tanstack/react-router'

import { t } from '#platform/i18n.ts'
import { PathLink } from '#platform/ui/path-link.tsx'

import { showAnswer } from '../answers/answer-anchor.ts'
import { validateRecordSearch } from '../list.ts'
import { paths } from '../paths.ts'
import type { ListAddress } from '../paths.ts'
import { questionLabel } from '../view/history-texts.ts'
import { SeverityMark } from './flag-marks.tsx'
import { FlagSentence } from './flag-sentence.tsx'

/** The questionnaire of a response with flags. */
export interface FlaggedSurvey {
  id: string
  definition: SurveyDefinition
}

/** Severity, check and question of a flag. The check links to all responses with such an open flag. */
export const FlagTitle = ({ flag, survey }: { flag: Flag; survey: FlaggedSurvey }) => (
  <p className="flag-title">
    <SeverityMark severity={flag.severity} />
    <PathLink to={paths.list({ surveyId: [survey.id], flag: [flag.rule] })} title={t('checks.flags.all')}>
      {t(`checks.rules.${flag.rule}`)}
    </PathLink>
    {flag.question !== '' && (
      <button type="button" title={t('checks.flags.show')} onClick={() => showAnswer(flag.question)}>
        {questionLabel(survey.definition, flag.question)}
      </button>
    )}
  </p>
)

const duplicateRules: readonly RuleId[] = ['D2', 'D3', 'D6', 'P1']

/** The finding of a check, and what to do next. Two responses of one household can be compared side by side. */
export const FlagText = ({ flag, responseId }: { flag: Flag; responseId: string }) => {
  const address: ListAddress = useSearch({ strict: false })
  const { otherId } = flag.evidence
  return (
    <>
      <p className="flag-sentence">
        <FlagSentence flag={flag} />
        {typeof otherId === 'string' && duplicateRules.includes(flag.rule) && (
          <>
            {' '}
            <PathLink to={paths.compare(responseId, [otherId], validateRecordSearch(address))}>
              {t('checks.flags.compare')}
            </PathLink>
          </>
        )}
      </p>
      <p className="flag-next">{t('checks.flags.next', { text: t(`checks.next.${flag.rule}`) })}</p>
    </>
  )
}
