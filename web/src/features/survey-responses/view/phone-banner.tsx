import { intakeStates } from '@baseline/contract/intake/states.ts'
import type { Submission } from '@baseline/contract/intake/submission.ts'
import { can } from '@baseline/contract/permissions.ts'
import type { SurveyDefinition } from '@baseline/contract/surveys/master.ts'
import { Alert } from 'antd'

import { t } from '#platform/i18n.ts'
import { useSignedInUser } from '#platform/session.ts'
import { formatInstant } from '#platform/time.ts'
import { PathLink } from '#platform/ui/path-link.tsx'
import { useTimeZone } from '#platform/ui/time-zone.tsx'

import { paths as inboxPaths } from '../inbox/paths.ts'
import { SubmissionProblems } from './submission-problems.tsx'

const isWaiting = ({ state }: Submission): boolean => intakeStates.some((one) => one === state)

/** Shows the problems of the interview that the answers come from, and whether another version of it waits. */
export const PhoneBanner = ({
  submissions,
  survey,
}: {
  submissions: readonly Submission[]
  survey: SurveyDefinition
}) => {
  const user = useSignedInUser()
  const timeZone = useTimeZone()
  const latest = submissions.find(({ state }) => state === 'stored')
  const waiting = submissions.find(isWaiting)
  if (!latest?.problem && !waiting) return null
  return (
    <Alert
      className="reason-banner"
      role="note"
      type="warning"
      showIcon
      title={
        <>
          {latest?.problem && (
            <>
              <p>
                {t('entities.surveyResponses.phone.sent', {
                  device: latest.deviceLabel,
                  when: formatInstant(latest.receivedAt, timeZone),
                })}
              </p>
              <SubmissionProblems problem={latest.problem} survey={survey} />
            </>
          )}
          {waiting && (
            <p>
              {t('entities.surveyResponses.phone.waits')}{' '}
              {can(user, 'intakeEdit') && (
                <PathLink to={inboxPaths.view(waiting.id)}>
                  {t('entities.surveyResponses.phone.open')}
                </PathLink>
              )}
            </p>
          )}
        </>
      }
    />
  )
}
