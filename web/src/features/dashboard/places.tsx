import { Suspense, useMemo } from 'react'

import { maps } from '#platform/entities.ts'
import { t } from '#platform/i18n.ts'
import { useNearViewport } from '#platform/ui/use-near-viewport.ts'

import { addressOf } from './links.ts'
import type { DashboardView } from './view.ts'

type PlacesProps = Pick<DashboardView, 'survey' | 'surveyDateRange' | 'colour'>

/** A map of the responses of the page. Loads near the end of the page, because it is larger than the rest. */
export const Places = ({ survey, surveyDateRange, colour }: PlacesProps) => {
  const [frame, isNear] = useNearViewport({ once: true })
  const ResponsesMap = maps.surveyResponse
  const address = useMemo(
    () => ({ ...addressOf({ survey, surveyDateRange }), ...(colour && { colour }) }),
    [survey, surveyDateRange, colour],
  )
  return (
    <section className="dashboard-map" aria-labelledby="dashboard-map">
      <h2 id="dashboard-map">{t('dashboard.places')}</h2>
      <div ref={frame}>
        {isNear && ResponsesMap && (
          <Suspense fallback={<p aria-busy="true">{t('common.loading')}</p>}>
            <ResponsesMap address={address} />
          </Suspense>
        )}
      </div>
    </section>
  )
}
