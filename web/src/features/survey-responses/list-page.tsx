import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { startWith } from '@baseline/contract/facts.ts'
import { can } from '@baseline/contract/permissions.ts'
import { isHidden, kindOf, listedColumns } from '@baseline/contract/survey-responses/columns.ts'
import type { listSurveyResponses } from '@baseline/contract/survey-responses/contract.ts'
import type { SurveyResponseRow } from '@baseline/contract/survey-responses/response.ts'
import { isReadOnly, responseStatuses } from '@baseline/contract/survey-responses/status.ts'
import { useSearch } from '@tanstack/react-router'
import { Button } from 'antd'
import { lazy, useMemo } from 'react'

import { t } from '#platform/i18n.ts'
import type { Card, Column } from '#platform/list/columns.tsx'
import { ListPage } from '#platform/list/list-page.tsx'
import type { AllMatches } from '#platform/list/use-all-matches.ts'
import { useSignedInUser } from '#platform/session.ts'
import { LinkButton } from '#platform/ui/path-link.tsx'
import { Instant } from '#platform/ui/time-zone.tsx'

import { useResponsesList } from './answer-fields.ts'
import { FlagMarks } from './checks/flag-marks.tsx'
import { bulkVerbs, isPossible } from './decisions.ts'
import { ExportMenu } from './exports/export-menu.tsx'
import { surveyResponsesList } from './list.ts'
import { paths } from './paths.ts'
import { placeName } from './place-name.ts'
import { ResponseStatusMark } from './response-status.tsx'
import { useLastUndoable } from './review/undo-stack.ts'
import { useBulkReview } from './review/use-bulk-review.tsx'
import { useUndoDecision } from './review/use-undo-decision.ts'
import { useUndoKey } from './review/use-undo-key.ts'
import { responseName, useDestroy } from './use-destroy.ts'

/** Loaded on demand. */
const ResponsesMap = lazy(async () => ({ default: (await import('./map/responses-map.tsx')).ResponsesMap }))

/** The first columns. The others follow in the order of the record. */
const firstColumns = [
  'displayId',
  'startTime',
  'village',
  'districtName',
  'householdName',
  'investigatorName',
  'status',
  'supervisorName',
  'surveyLabel',
  'surveyDate',
  'endTime',
] as const

const flagsColumn: Column<SurveyResponseRow> = {
  key: 'flags',
  label: 'checks.flags.column',
  render: ({ flags }) => <FlagMarks flags={flags} />,
}

const columns = startWith(firstColumns, listedColumns).flatMap((key): Column<SurveyResponseRow>[] => {
  const column: Column<SurveyResponseRow> = {
    key,
    label: `entities.surveyResponses.fields.${key}`,
    kind: key === 'displayId' ? 'code' : kindOf(key),
    ...(key === 'status' && { render: ({ status }) => <ResponseStatusMark status={status} /> }),
    ...(isHidden(key) && { hiddenByDefault: true }),
  }
  return key === 'status' ? [column, flagsColumn] : [column]
})

const card = (row: SurveyResponseRow): Card => ({
  title: row.displayId,
  detail: (
    <>
      {[placeName(row), row.householdName].filter(Boolean).join(' · ')}
      <br />
      {row.startTime && <Instant at={row.startTime} />}
      {row.startTime && ' · '}
      {row.investigatorName}
      {row.flags?.length ? (
        <>
          <br />
          <FlagMarks flags={row.flags} />
        </>
      ) : null}
    </>
  ),
  status: <ResponseStatusMark status={row.status} />,
})

/** Returns the statuses that a filter allows. */
const statusesIn = ({ status }: AllMatches<typeof listSurveyResponses>['filter']) =>
  status === undefined ? responseStatuses : [status].flat()

/** spec §2, §4 */
export const SurveyResponsesListPage = () => {
  const user = useSignedInUser()
  const { destroy, isPending, holder } = useDestroy()
  const review = useBulkReview()
  const undoDecision = useUndoDecision()
  const undoable = useLastUndoable()
  const undo = () => (undoable?.kind === 'one' ? void undoDecision(undoable) : review.undo(undoable))
  useUndoKey(undoable && undo)
  const search: Record<string, unknown> = useSearch({ strict: false })
  const { list, answerColumns } = useResponsesList()
  const allColumns = useMemo(() => [...columns, ...answerColumns], [answerColumns])
  const addButton = can(user, 'surveyResponsesCreate') && (
    <LinkButton type="primary" icon={<PlusOutlined aria-hidden="true" />} to={paths.new()}>
      {t('entities.surveyResponses.add')}
    </LinkButton>
  )
  const importButton = can(user, 'surveyResponsesImport') && (
    <LinkButton to={paths.import()}>{t('importer.action')}</LinkButton>
  )
  const actions = (importButton || addButton) && (
    <>
      {importButton}
      {addButton}
    </>
  )
  const bulk = (
    rows: SurveyResponseRow[],
    allMatches: AllMatches<typeof listSurveyResponses> | undefined,
  ) => {
    const statuses = allMatches ? statusesIn(allMatches.filter) : rows.map(({ status }) => status)
    const filter = allMatches && surveyResponsesList.read(search).filter
    const isLocked = rows.some(({ status }) => isReadOnly(status))
    const target = allMatches ? { filter: allMatches.filter } : { ids: rows.map(({ id }) => id) }
    return (
      <>
        {can(user, 'surveyResponsesEdit') &&
          bulkVerbs
            .filter((verb) => isPossible(verb, statuses, user.roles))
            .map((verb) => (
              <Button
                key={verb.verb}
                danger={verb.verb === 'reject'}
                onClick={() => review.start({ verb, target, filter })}
              >
                {t(`entities.surveyResponses.verbs.${verb.verb}`)}
              </Button>
            ))}
        {/* The confirmation names every response to delete, which are too many for a whole filter. */}
        {can(user, 'surveyResponsesDestroy') && (
          <Button
            danger
            icon={<DeleteOutlined aria-hidden="true" />}
            loading={isPending}
            disabled={allMatches !== undefined || isLocked}
            title={
              allMatches
                ? t('entities.surveyResponses.review.destroyWhole')
                : isLocked
                  ? t('entities.surveyResponses.review.destroyReadOnly')
                  : undefined
            }
            onClick={() => destroy(rows)}
          >
            {t('common.delete')}
          </Button>
        )}
      </>
    )
  }
  return (
    <>
      {holder}
      {review.dialog}
      <ListPage
        list={list}
        title={t('entities.surveyResponses.title')}
        columns={allColumns}
        card={card}
        rowName={responseName}
        rowPath={({ id }, address) => paths.view(id, address)}
        empty={{
          title: t('entities.surveyResponses.empty.title'),
          hint: t('entities.surveyResponses.empty.hint'),
          action: addButton,
        }}
        bulk={bulk}
        selectsAllMatches
        {...(undoable && { keys: [['z', t('entities.surveyResponses.review.undo.last')]] })}
        views={{
          map: {
            label: t('entities.surveyResponses.map.show'),
            View: ResponsesMap,
          },
        }}
        tooLong={t('entities.surveyExports.insteadOfList')}
        exportMenu={ExportMenu}
        actions={actions}
      />
    </>
  )
}
