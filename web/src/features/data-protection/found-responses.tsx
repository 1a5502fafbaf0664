import type { FoundResponse } from '@baseline/contract/data-protection/contract.ts'
import { Button, Tag } from 'antd'
import { useState } from 'react'

import { recordPath } from '#platform/entities.ts'
import { t } from '#platform/i18n.ts'
import { RecordLink } from '#platform/list/columns.tsx'
import type { Card, Column } from '#platform/list/columns.tsx'
import { formatNumber } from '#platform/time.ts'

import { DataFileButton } from './data-file-button.tsx'
import type { ErasureRequest } from './erase-dialog.tsx'
import { Rows } from './rows.tsx'

const joined = (...texts: (string | null)[]): string => texts.filter(Boolean).join(' · ')

const nameOf = ({ displayId, householdName, surveyLabel }: FoundResponse): string =>
  joined(displayId, householdName, surveyLabel)

/** A deleted response has no screen. */
const surveyId = ({ id, displayId, deleted }: FoundResponse) =>
  deleted ? (
    <>
      {displayId} <Tag variant="outlined">{t('dataProtection.find.deleted')}</Tag>
    </>
  ) : (
    <RecordLink path={recordPath('surveyResponse', id)}>{displayId}</RecordLink>
  )

const columns: Column<FoundResponse>[] = [
  { key: 'displayId', label: 'entities.surveyResponses.fields.displayId', render: surveyId },
  { key: 'householdName', label: 'entities.surveyResponses.fields.householdName' },
  { key: 'village', label: 'entities.surveyResponses.fields.village' },
  { key: 'districtName', label: 'entities.surveyResponses.fields.districtName' },
  { key: 'surveyLabel', label: 'entities.surveyResponses.fields.surveyLabel' },
  { key: 'surveyDate', label: 'entities.surveyResponses.fields.surveyDate', kind: 'date' },
]

const card = (response: FoundResponse): Card => ({
  title: surveyId(response),
  detail: (
    <>
      <div>{joined(response.householdName, response.village, response.districtName)}</div>
      <div>{joined(response.surveyLabel, response.surveyDate)}</div>
    </>
  ),
})

interface FoundResponsesProps {
  responses: FoundResponse[]
  onErase: (request: ErasureRequest) => void
}

/** Shows the responses that match, and lets the user select the responses of one household. */
export const FoundResponses = ({ responses, onErase }: FoundResponsesProps) => {
  const [selectedIds, setSelectedIds] = useState<readonly string[]>([])
  const selected = responses.filter(({ id }) => selectedIds.includes(id))
  const subject = { kind: 'household' as const, responseIds: selected.map(({ id }) => id) }
  return (
    <section aria-labelledby="found-households">
      <h2 id="found-households">{t('dataProtection.find.households')}</h2>
      <div className="list-line">
        {selected.length > 0 ? (
          // On a phone, both actions fit at the bottom of the screen.
          <div className="bulk-bar" role="toolbar" aria-label={t('list.bulkActions')}>
            <span role="status" className="bulk-count">
              {t('list.selected', { count: formatNumber(selected.length) })}
            </span>
            <DataFileButton subject={subject} />
            <Button
              danger
              onClick={() =>
                onErase({
                  subject,
                  title: t('dataProtection.erase.household'),
                  names: selected.map(nameOf),
                  confirmation: selected[0]?.displayId ?? '',
                })
              }
            >
              {t('dataProtection.erase.action')}
            </Button>
          </div>
        ) : (
          <p className="list-count">{t('dataProtection.find.householdsHint')}</p>
        )}
      </div>
      <Rows
        rows={responses}
        columns={columns}
        card={card}
        rowName={nameOf}
        selected={selectedIds}
        onSelect={setSelectedIds}
      />
    </section>
  )
}
