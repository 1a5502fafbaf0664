import { can } from '@baseline/contract/permissions.ts'
import type { listQueue, QueueRow } from '@baseline/contract/survey-responses/desk.ts'
import { useSearch } from '@tanstack/react-router'
import { Button } from 'antd'
import { Suspense, lazy, useMemo, useState } from 'react'

import { t } from '#platform/i18n.ts'
import type { Card, Column } from '#platform/list/columns.tsx'
import { ListPage } from '#platform/list/list-page.tsx'
import type { AllMatches } from '#platform/list/use-all-matches.ts'
import { useSignedInUser } from '#platform/session.ts'
import { LinkButton } from '#platform/ui/path-link.tsx'
import { toast } from '#platform/ui/toast.tsx'

import { FlagMarks } from '../checks/flag-marks.tsx'
import { placeName } from '../place-name.ts'
import { useLetterKeys } from '../review/use-review-keys.ts'
import { AssignButton } from './assign-button.tsx'
import { queueList } from './list.ts'
import { deskPaths } from './paths.ts'
import { DueDate, Reviewers, reviewerTexts } from './queue-parts.tsx'
import { riskText } from './risk.ts'
import { nextKey, useNext } from './use-next.ts'

/** Loaded on demand. */
const SettingsDialog = lazy(async () => ({ default: (await import('./settings-dialog.tsx')).SettingsDialog }))

const columnsFor = (userId: string): Column<QueueRow>[] => [
  { key: 'displayId', label: 'entities.surveyResponses.fields.displayId', kind: 'code' },
  { key: 'score', label: 'entities.review.fields.risk', kind: 'number', render: riskText },
  { key: 'flags', label: 'checks.flags.column', render: ({ flags }) => <FlagMarks flags={flags} /> },
  { key: 'investigatorName', label: 'entities.surveyResponses.fields.investigatorName' },
  { key: 'village', label: 'entities.review.fields.place', render: placeName },
  { key: 'dueAt', label: 'entities.review.fields.dueAt', kind: 'time', render: DueDate },
  {
    key: 'assignee',
    label: 'entities.review.fields.reviewer',
    render: (row) => <Reviewers texts={reviewerTexts(row, userId)} />,
  },
  { key: 'receivedAt', label: 'entities.review.fields.receivedAt', kind: 'time' },
  { key: 'surveyLabel', label: 'entities.surveyResponses.fields.surveyLabel' },
]

const cardFor =
  (userId: string) =>
  (row: QueueRow): Card => ({
    title: row.displayId,
    detail: (
      <>
        {[placeName(row), row.investigatorName].filter(Boolean).join(' · ')}
        <br />
        {riskText(row)}
        {reviewerTexts(row, userId).map((text) => (
          <div key={text}>{text}</div>
        ))}
      </>
    ),
    status: (
      <>
        {t('entities.review.fields.dueAt')}: <DueDate {...row} />
      </>
    ),
  })

const bulk = (rows: QueueRow[], allMatches: AllMatches<typeof listQueue> | undefined) => (
  <AssignButton target={allMatches ? { filter: allMatches.filter } : { ids: rows.map(({ id }) => id) }} />
)

/** Lists the responses that wait for a review, the riskiest first. spec §4 */
export const QueuePage = () => {
  const user = useSignedInUser()
  const { id: userId } = user
  const [editsSettings, setEditsSettings] = useState(false)
  const search: Record<string, unknown> = useSearch({ strict: false })
  const address = useMemo(() => queueList.validateSearch(search), [search])
  const columns = useMemo(() => columnsFor(userId), [userId])
  const { goNext, isPending } = useNext(address, () => toast.success(t('entities.review.none')))
  useLetterKeys((key) => (key === nextKey ? () => goNext() : undefined))
  const surveyIds = [address['surveyId'] ?? []].flat().map(String)
  return (
    <>
      <ListPage
        list={queueList}
        title={t('entities.review.title')}
        columns={columns}
        card={cardFor(userId)}
        rowName={({ displayId }) => displayId}
        rowPath={({ id }, queue) => deskPaths.response(id, queue)}
        empty={{ title: t('entities.review.empty.title'), hint: t('entities.review.empty.hint') }}
        keys={[[nextKey, t('entities.review.next')]]}
        hasNoExport
        bulk={bulk}
        selectsAllMatches
        actions={
          <>
            <LinkButton to={deskPaths.figures()}>{t('entities.review.figures.open')}</LinkButton>
            {can(user, 'checksEdit') && (
              <Button onClick={() => setEditsSettings(true)}>{t('entities.review.settings.open')}</Button>
            )}
            <Button type="primary" loading={isPending} aria-keyshortcuts={nextKey} onClick={() => goNext()}>
              {t('entities.review.next')}
            </Button>
          </>
        }
      />
      <Suspense>
        {editsSettings && (
          <SettingsDialog
            initialSurveyId={surveyIds.length === 1 ? surveyIds[0] : undefined}
            onClose={() => setEditsSettings(false)}
          />
        )}
      </Suspense>
    </>
  )
}
