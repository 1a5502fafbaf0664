import { EllipsisOutlined } from '@ant-design/icons'
import { can } from '@baseline/contract/permissions.ts'
import type { Neighbours } from '@baseline/contract/survey-responses/contract.ts'
import type { SurveyResponse } from '@baseline/contract/survey-responses/response.ts'
import { isReadOnly } from '@baseline/contract/survey-responses/status.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { Button, Dropdown } from 'antd'
import { useEffect, useMemo, useState } from 'react'

import { t } from '#platform/i18n.ts'
import { useGo, useRecordId } from '#platform/navigation.ts'
import { useSignedInUser } from '#platform/session.ts'
import { Page } from '#platform/ui/page.tsx'
import { LinkButton } from '#platform/ui/path-link.tsx'
import { TimeZone, TimeZoneNote } from '#platform/ui/time-zone.tsx'
import { toast } from '#platform/ui/toast.tsx'

import { decisionKeys } from './decisions.ts'
import { HolderNotice } from './desk/holder-notice.tsx'
import { deskPaths, queueOf } from './desk/paths.ts'
import { useDesk } from './desk/use-desk.ts'
import { nextKey } from './desk/use-next.ts'
import { validateRecordSearch } from './list.ts'
import { paths } from './paths.ts'
import type { ListAddress } from './paths.ts'
import { placeName } from './place-name.ts'
import { ResponseStatusMark, statusText } from './response-status.tsx'
import { DecisionBar } from './review/decision-bar.tsx'
import { useDecisionHandler } from './review/use-decision-handler.ts'
import { useLetterKeys } from './review/use-review-keys.ts'
import { ViewKeyHelp } from './review/view-key-help.tsx'
import { useDestroy } from './use-destroy.ts'
import { prefetchResponse, useNeighbours, useResponse } from './use-response.ts'
import { NeighbourLinks } from './view/neighbour-links.tsx'
import { ResponseBody, ResponseSkeleton } from './view/response-body.tsx'

import '#platform/list/list.css'
import './view/view.css'

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

/** Steps that follow once a response is shown. The page of each response is a new one and takes them. */
let following: { id: string; steps: Neighbour[] } | undefined

const takeSteps = (id: string): Neighbour[] => {
  const steps = following?.id === id ? following.steps : []
  following = undefined
  return steps
}

/** Returns a function that goes to a neighbour. Each press is one step, also while a response is loading. */
const useGoToNeighbour = (id: string, neighbours: Neighbours | undefined, address: ListAddress) => {
  const go = useGo()
  const { history } = useRouter()
  const [steps] = useState(() => takeSteps(id))
  const makeNextStep = () => {
    // The address is already that of the next page while this one is still shown.
    if (!neighbours || !history.location.pathname.includes(id)) return
    while (steps.length > 0) {
      const step = steps.shift()
      const neighbourId = step && neighbours[step]
      // The last response has no next one.
      if (!neighbourId) continue
      following = { id: neighbourId, steps }
      go(paths.view(neighbourId, address))
      return
    }
  }
  useEffect(makeNextStep)
  return (neighbour: Neighbour) => {
    steps.push(neighbour)
    makeNextStep()
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
        {response ? <ResponseBody id={id} response={response} /> : <ResponseSkeleton />}
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
