import type { Dashboard } from '@baseline/contract/dashboard/contract.ts'
import { can } from '@baseline/contract/permissions.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { Suspense, useCallback, useState } from 'react'

import { dialogs } from '#platform/entities.ts'
import { t } from '#platform/i18n.ts'
import { useSignedInUser } from '#platform/session.ts'

import { dashboardKey } from './use-dashboard.ts'

type Survey = Dashboard['surveys'][number]

const hintOf = (survey: Survey | undefined): string => {
  if (!survey) return t('dashboard.targets.hintChoose')
  return survey.openFrom === null || survey.closeOn === null
    ? t('dashboard.targets.hintDays')
    : t('dashboard.targets.hint')
}

interface TargetsEntryProps {
  figures: Pick<Dashboard, 'plan' | 'surveys' | 'districts'>
  /** Undefined if there are several surveys and none is selected. */
  survey: Survey | undefined
}

/** Lets managers set targets. If the survey has no targets yet, a short hint explains them. */
export const TargetsEntry = ({ figures: { plan, surveys, districts }, survey }: TargetsEntryProps) => {
  const queries = useQueryClient()
  const TargetsDialog = dialogs.survey
  const mayEdit = can(useSignedInUser(), 'surveysEdit')
  // Kept in state, so that refreshed figures do not close the dialog.
  const [editedSurvey, setEditedSurvey] = useState<Survey>()
  const close = useCallback(() => setEditedSurvey(undefined), [])
  if (!mayEdit || surveys.length === 0) return null
  return (
    <>
      {!plan && <span className="tile-note targets-hint">{hintOf(survey)}</span>}
      {survey && (
        <Button
          type="link"
          className={plan ? 'targets-edit' : 'targets-set'}
          onClick={() => setEditedSurvey(survey)}
        >
          {plan ? t('dashboard.targets.edit') : t('dashboard.targets.set')}
        </Button>
      )}
      <Suspense>
        {editedSurvey && TargetsDialog && (
          <TargetsDialog
            record={editedSurvey}
            suggestions={districts.flatMap(({ name }) => name ?? [])}
            onSaved={() => void queries.invalidateQueries({ queryKey: dashboardKey })}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  )
}
