import { useSearch } from '@tanstack/react-router'
import { Skeleton } from 'antd'
import { Suspense, lazy, useMemo } from 'react'

import { QueriesCard } from '../answer-queries/queries-card.tsx'
import { useQueryMarks } from '../answer-queries/use-query-marks.tsx'
import { answersView } from '../answers/load-answers-view.ts'
import { marksOfAnswers } from '../checks/flag-marks.tsx'
import { FlagsCard } from '../checks/flags-card.tsx'
import { useFlags } from '../checks/use-flags.ts'
import { DuplicateLinks } from '../duplicates/duplicate-links.tsx'
import { GalleryGroup } from '../photos/gallery.tsx'
import { ReasonBanner } from '../review/reason-banner.tsx'
import { useStoredImages, useStory, useSubmissions } from '../use-response.ts'
import type { useResponse } from '../use-response.ts'
import { DetailsSidebar } from './details-sidebar.tsx'
import { originalAnswers } from './original-answers.ts'
import { PhoneBanner } from './phone-banner.tsx'
import { photoAnswers } from './photos-of.ts'
import { readAnswer } from './view-address.ts'

/** Separate chunk, because the questionnaire rules are as large as the page. */
const AnswersView = lazy(async () => ({ default: (await answersView).AnswersView }))

/** Shows the banners, flags, queries, answers and details of a response. */
export const ResponseBody = ({
  id,
  response,
}: {
  id: string
  response: NonNullable<ReturnType<typeof useResponse>>
}) => {
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

export const ResponseSkeleton = () => (
  <div className="response">
    <Skeleton active paragraph={{ rows: 12 }} title={false} />
    <Skeleton active paragraph={{ rows: 8 }} title={false} />
  </div>
)
