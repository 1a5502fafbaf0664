import { startWith } from '@baseline/contract/facts.ts'
import { attributes } from '@baseline/contract/survey-responses/columns.ts'
import type { Comment, HistoryEntry, Image } from '@baseline/contract/survey-responses/contract.ts'
import type { SurveyResponse } from '@baseline/contract/survey-responses/response.ts'
import type { DerivableColumn, SurveyDefinition } from '@baseline/contract/surveys/master.ts'
import { Skeleton, Tabs } from 'antd'
import type { ReactNode } from 'react'

import { t } from '#platform/i18n.ts'
import { Blank } from '#platform/list/columns.tsx'
import { formatInstant, formatNumber } from '#platform/time.ts'
import { Instant } from '#platform/ui/time-zone.tsx'

import { answerItems } from '../answers/outline.ts'
import { Place } from '../map/place.tsx'
import { Gallery } from '../photos/gallery.tsx'
import { CommentList } from './comment-list.tsx'
import { HistoryList } from './history-list.tsx'
import { photosOf } from './photos-of.ts'

interface DetailsSidebarProps {
  record: SurveyResponse
  survey: SurveyDefinition
  images: readonly Image[] | undefined
  comments: readonly Comment[] | undefined
  history: readonly HistoryEntry[] | undefined
}

const minuteMs = 60_000

const durationText = ({ startTime, endTime }: SurveyResponse): string | undefined => {
  if (!startTime || !endTime) return undefined
  const minutes = Math.round((Date.parse(endTime) - Date.parse(startTime)) / minuteMs)
  return minutes < 0
    ? undefined
    : `(${t('entities.surveyResponses.story.minutes', { count: formatNumber(minutes) })})`
}

/**
 * Formats the time like `2026-11-12 09:50 – 10:32 (42 min)`. If both times are on the same day, shows the
 * date once.
 */
const timeText = (record: SurveyResponse, { timeZone }: SurveyDefinition): string | undefined => {
  const [start, end] = [record.startTime, record.endTime].map((time) => time && formatInstant(time, timeZone))
  const sameDay = start && end && start.slice(0, 10) === end.slice(0, 10)
  const span = [start, sameDay ? end.slice(11) : end].filter(Boolean).join(' – ')
  return [span, durationText(record)].filter(Boolean).join(' ') || undefined
}

/** Returns whether a question fills the field, which is then shown in the answers. */
const isAnswered = (survey: SurveyDefinition, field: DerivableColumn): boolean =>
  answerItems(survey.items).some((item) => item.kind === 'question' && item.feeds === field)

/** The title of the page shows the district and the village. */
const optionalFields = [
  'surveyDate',
  ...startWith(
    ['householdName'],
    attributes.filter((name) => name !== 'districtName' && name !== 'village'),
  ),
] as const

const factsOf = (record: SurveyResponse, survey: SurveyDefinition): [string, ReactNode][] => [
  [t('entities.surveyResponses.fields.investigatorName'), record.investigatorName],
  [t('entities.surveyResponses.fields.investigatorMobileNumber'), record.investigatorMobileNumber],
  [t('entities.surveyResponses.fields.supervisorName'), record.supervisorName],
  [t('entities.surveyResponses.story.time'), timeText(record, survey)],
  ...optionalFields
    .filter((field) => !isAnswered(survey, field))
    .map((field): [string, ReactNode] => [t(`entities.surveyResponses.fields.${field}`), record[field]]),
  [
    t('entities.surveyResponses.fields.surveyLabel'),
    t('entities.surveyResponses.story.surveyVersion', {
      label: record.surveyLabel,
      version: record.surveyVersion,
    }),
  ],
  [t('entities.surveyResponses.fields.email'), record.email],
  [t('entities.surveyResponses.fields.createdAt'), <Instant key="createdAt" at={record.createdAt} />],
  [t('entities.surveyResponses.fields.updatedAt'), <Instant key="updatedAt" at={record.updatedAt} />],
  [t('entities.surveyResponses.fields.id'), <code key="id">{record.id}</code>],
]

const Facts = ({ record, survey }: { record: SurveyResponse; survey: SurveyDefinition }) => (
  <dl className="side-facts">
    {factsOf(record, survey).map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value ?? <Blank />}</dd>
      </div>
    ))}
  </dl>
)

const countedLabel = (name: string, list: readonly unknown[] | undefined): string =>
  list ? t('entities.surveyResponses.answers.rows', { label: name, count: list.length }) : name

const skeleton = <Skeleton active title={false} paragraph={{ rows: 3 }} />

/** Sidebar of the answers: place, photos, facts, comments and history. */
export const DetailsSidebar = ({ record, survey, images, comments, history }: DetailsSidebarProps) => {
  const photos = photosOf(record, images)
  return (
    <aside className="response-side" aria-label={t('entities.surveyResponses.story.about')}>
      <section>
        <h2>{t('entities.surveyResponses.place.title')}</h2>
        {record.location ? (
          <Place place={record.location} surveyId={record.surveyId} />
        ) : (
          <p className="story-none">{t('entities.surveyResponses.place.none')}</p>
        )}
      </section>
      <section>
        <h2>{t('entities.surveyResponses.photos.title')}</h2>
        {photos.length > 0 ? (
          <Gallery photos={photos} />
        ) : (
          <p className="story-none">{t('entities.surveyResponses.photos.none')}</p>
        )}
      </section>
      <section>
        <h2>{t('entities.surveyResponses.story.facts')}</h2>
        <Facts record={record} survey={survey} />
      </section>
      <Tabs
        items={[
          {
            key: 'comments',
            name: t('entities.surveyResponses.story.comments'),
            list: comments,
            children: comments ? <CommentList comments={comments} /> : skeleton,
          },
          {
            key: 'history',
            name: t('entities.surveyResponses.story.history'),
            list: history,
            children: history ? <HistoryList history={history} survey={survey} /> : skeleton,
          },
        ].map(({ key, name, list, children }) => ({
          key,
          label: countedLabel(name, list),
          // Renders both tabs, because both are printed.
          forceRender: true,
          children: (
            <>
              <h2 className="on-paper">{name}</h2>
              {children}
            </>
          ),
        }))}
      />
    </aside>
  )
}
