import { EllipsisOutlined } from '@ant-design/icons'
import { can } from '@baseline/contract/permissions.ts'
import type { Neighbours } from '@baseline/contract/survey-responses/contract.ts'
import type { SurveyResponse } from '@baseline/contract/survey-responses/response.ts'
import { isReadOnly } from '@baseline/contract/survey-responses/status.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { Button, Dropdown, Skeleton } from 'antd'
import { Suspense, lazy, useEffect, useMemo, useRef, useState } from 'react'

import { t } from '#platform/i18n.ts'
import { useGo, useRecordId } from '#platform/navigation.ts'
import { useSignedInUser } from '#platform/session.ts'
import { Page } from '#platform/ui/page.tsx'
import { LinkButton } from '#platform/ui/path-link.tsx'
import { TimeZone, TimeZoneNote } from '#platform/ui/time-zone.tsx'
import { toast } from '#platform/ui/toast.tsx'

import { QueriesCard } from './answer-queries/queries-card.tsx'
import { useQueryMarks } from './answer-queries/use-query-marks.tsx'
import { answersView } from './answers/load-answers-view.ts'
import { marksOfAnswers } from './checks/flag-marks.tsx'
import { FlagsCard } from './checks/flags-card.tsx'
import { useFlags } from './checks/use-flags.ts'
import { decisionKeys } from './decisions.ts'
import { HolderNotice } from './desk/holder-notice.tsx'
import { deskPaths, queueOf } from './desk/paths.ts'
import { useDesk } from './desk/use-desk.ts'
import { nextKey } from './desk/use-next.ts'
import { DuplicateLinks } from './duplicates/duplicate-links.tsx'
import { validateRecordSearch } from './list.ts'
import { paths } from './paths.ts'
import type { ListAddress } from './paths.ts'
import { GalleryGroup } from './photos/gallery.tsx'
import { placeName } from './place-name.ts'
import { ResponseStatusMark, statusText } from './response-status.tsx'
import { DecisionBar } from './review/decision-bar.tsx'
import { ReasonBanner } from './review/reason-banner.tsx'
import { useDecisionHandler } from './review/use-decision-handler.ts'
import { useLetterKeys } from './review/use-review-keys.ts'
import { ViewKeyHelp } from './review/view-key-help.tsx'
import { useDestroy } from './use-destroy.ts'
import {
  prefetchResponse,
  useNeighbours,
  useResponse,
  useStoredImages,
  useStory,
  useSubmissions,
} from './use-response.ts'
import { DetailsSidebar } from './view/details-sidebar.tsx'
import { NeighbourLinks } from './view/neighbour-links.tsx'
import { originalAnswers } from './view/original-answers.ts'
import { PhoneBanner } from './view/phone-banner.tsx'
import { photoAnswers } from './view/photos-of.ts'
import { readAnswer } from './view/view-address.ts'

import '#platform/list/list.css'
import './view/view.css'

/** Separate chunk, because the questionnaire rules are as large as the page. */
const AnswersView = lazy(async () => ({ default: (await answersView).AnswersView }))

const useMenu = (record: SurveyResponse | undefined, address: ListAddress, onKeys: () => void) => {
  const user = useSignedInUser()
  const { destroy, holder } = useDestroy(address)
  const isLocked = record && isReadOnly(record.status)
  const items = [
    { key: 'print', label: t('entities.surveyResponses.story.print'), onClick: () => window.print() },
    { key: 'keys', label: t('list.keys.title'), onClick: onKeys },
    ...(record && can(user, 'surveyResponsesDestroy')
      ? [
          {
            key: 'destroy',
            danger: true,
            disabled: isLocked === true,
            label: t('common.delete'),
            onClick: () => destroy([record]),
          },
        ]
      : []),
  ]
  return { items, holder }
}

const Answers = ({ id, response }: { id: string; response: NonNullable<ReturnType<typeof useResponse>> }) => {
  const opened = readAnswer(useSearch({ strict: false }))
  const { record, master } = response
  const images = useStoredImages(id)
  const { comments, history } = useStory(id)
  const submissions = useSubmissions(id)
  const photoOf = useMemo(() => photoAnswers(images), [images])
  const before = useMemo(() => originalAnswers(history ?? [], record.values), [history, record.values])
  const flags = useFlags(id)
  const flagMarks = useMemo(() => marksOfAnswers(flags ?? []), [flags])
  const { queries, marks, choice, onFocus } = useQueryMarks({ record, survey: master }, flagMarks)
  return (
    <>
      {history && <ReasonBanner status={record.status} history={history} />}
      <DuplicateLinks id={id} />
      {submissions && <PhoneBanner submissions={submissions} survey={master} />}
      {flags && (
        <FlagsCard
          key={id}
          responseId={id}
          flags={flags}
          survey={{ id: record.surveyId, definition: master }}
        />
      )}
      {queries && <QueriesCard key={`queries ${id}`} {...{ record, queries, ...choice }} survey={master} />}
      <div className="response" onFocus={onFocus}>
        <GalleryGroup>
          <Suspense fallback={<Skeleton active paragraph={{ rows: 12 }} title={false} />}>
            <AnswersView
              survey={master}
              values={record.values}
              before={before}
              photoOf={photoOf}
              marks={marks}
              opened={opened}
            />
          </Suspense>
        </GalleryGroup>
        <DetailsSidebar
          record={record}
          survey={master}
          images={images}
          comments={comments}
          history={history}
        />
      </div>
    </>
  )
}

const EditAction = ({ record, path }: { record: SurveyResponse | undefined; path: string }) =>
  record && isReadOnly(record.status) ? (
    <Button
      disabled
      title={t('entities.surveyResponses.errors.readOnly', { status: statusText(record.status) })}
    >
      {t('common.edit')}
    </Button>
  ) : (
    <LinkButton to={path} aria-keyshortcuts="e">
      {t('common.edit')}
    </LinkButton>
  )

/** Returns the list that the response was opened from. */
const backTo = (address: ListAddress) => {
  const queue = queueOf(address)
  return queue
    ? { path: deskPaths.queue(queue), label: t('entities.review.title') }
    : { path: paths.list(address), label: t('entities.surveyResponses.title') }
}

interface ActionsProps {
  record: SurveyResponse | undefined
  neighbours: Neighbours | undefined
  address: ListAddress
  mayEdit: boolean
  menuItems: ReturnType<typeof useMenu>['items']
}

const Actions = ({ record, neighbours, address, mayEdit, menuItems }: ActionsProps) => {
  const id = useRecordId()
  return (
    <>
      {!queueOf(address) && <NeighbourLinks neighbours={neighbours} address={address} />}
      {mayEdit && <EditAction record={record} path={paths.edit(id, address)} />}
      <Dropdown
        trigger={['click']}
        placement="bottomRight"
        // Not the HTML attribute: moves the focus into the menu that was just opened.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        menu={{ items: menuItems }}
      >
        <Button
          icon={<EllipsisOutlined aria-hidden="true" />}
          aria-haspopup="menu"
          aria-label={t('common.more')}
        />
      </Dropdown>
    </>
  )
}

type Neighbour = 'nextId' | 'previousId'

/** Returns a function that goes to a neighbour. If the neighbours are not loaded yet, it goes once they are. */
const useGoToNeighbour = (id: string, neighbours: Neighbours | undefined, address: ListAddress) => {
  const go = useGo()
  const pending = useRef<{ id: string; neighbour: Neighbour }>(undefined)
  const goNow = (neighbour: Neighbour) => {
    const neighbourId = neighbours?.[neighbour]
    if (neighbourId) go(paths.view(neighbourId, address))
  }
  useEffect(() => {
    if (!neighbours) return
    const neighbour = pending.current?.id === id ? pending.current.neighbour : undefined
    pending.current = undefined
    if (neighbour) goNow(neighbour)
  })
  return (neighbour: Neighbour) => {
    if (neighbours) goNow(neighbour)
    else pending.current = { id, neighbour }
  }
}

const usePrefetch = (nextId: string | null | undefined): void => {
  const queries = useQueryClient()
  const withFlags = can(useSignedInUser(), 'checksRead')
  useEffect(() => {
    if (nextId) void prefetchResponse(queries, nextId, { withFlags })
  }, [nextId, queries, withFlags])
}

interface ViewKeys {
  isLoaded: boolean
  onHelp: () => void
  onNeighbour: (neighbour: Neighbour) => void
  onQueue: (() => void) | undefined
  onEdit: (() => void) | undefined
}

/** Shortcuts of the view besides the decisions. */
const useViewKeys = ({ isLoaded, onHelp, onNeighbour, onQueue, onEdit }: ViewKeys): void =>
  useLetterKeys((key) => {
    if (key === '?') return onHelp
    if (key === 'j') return () => onNeighbour('nextId')
    if (key === 'k') return () => onNeighbour('previousId')
    if (key === nextKey) return onQueue
    if (key === 'e') return onEdit
    // Allows no decision before the response is shown.
    if (!isLoaded && Object.values(decisionKeys).includes(key))
      return () => toast.error(t('entities.surveyResponses.review.notYet'))
    return undefined
  })

/** Shows one response with the possible decisions, and links to its neighbours. spec §2, §4 */
export const SurveyResponseViewPage = () => {
  const user = useSignedInUser()
  const id = useRecordId()
  const go = useGo()
  const search: ListAddress = useSearch({ strict: false })
  const address = useMemo(() => validateRecordSearch(search), [search])
  const response = useResponse(id, { mayShowCached: true })
  const record = response?.record
  const desk = useDesk(id, record, address)
  const { neighbours, untilReady } = useNeighbours(id, address, record !== undefined)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const menu = useMenu(record, address, () => setHelpOpen(true))
  const nextId = neighbours?.nextId
  const goToNeighbour = useGoToNeighbour(id, neighbours, address)
  const mayEdit = can(user, 'surveyResponsesEdit')
  const isLocked = record !== undefined && isReadOnly(record.status)
  const { onDecided, canUndo } = useDecisionHandler(address, nextId, desk.continueQueue)

  usePrefetch(nextId)

  useViewKeys({
    isLoaded: response !== undefined,
    onHelp: () => setHelpOpen(true),
    onNeighbour: goToNeighbour,
    onQueue: desk.goNext,
    onEdit: mayEdit && !isLocked ? () => go(paths.edit(id, address)) : undefined,
  })

  return (
    <TimeZone zone={response?.master.timeZone}>
      {menu.holder}
      <Page
        title={record?.displayId ?? t('entities.surveyResponses.view')}
        back={backTo(address)}
        intro={
          record && (
            <span className="response-intro">
              {placeName(record) && <span>{placeName(record)}</span>}
              <ResponseStatusMark status={record.status} />
              {response && <TimeZoneNote />}
            </span>
          )
        }
        actions={<Actions {...{ record, neighbours, address, mayEdit }} menuItems={menu.items} />}
      >
        <HolderNotice review={desk.review} />
        {response ? <Answers id={id} response={response} /> : <ResponseSkeleton />}
        {response && mayEdit && (
          <DecisionBar record={response.record} desk={desk} untilReady={untilReady} onDecided={onDecided} />
        )}
        <ViewKeyHelp
          {...{ id, record, neighbours, mayEdit, canUndo, desk }}
          open={isHelpOpen}
          onClose={() => setHelpOpen(false)}
        />
      </Page>
    </TimeZone>
  )
}

const ResponseSkeleton = () => (
  <div className="response">
    <Skeleton active paragraph={{ rows: 12 }} title={false} />
    <Skeleton active paragraph={{ rows: 8 }} title={false} />
  </div>
)
