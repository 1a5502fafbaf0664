import { Suspense, useEffect, useMemo, useRef, useState } from 'react'

import { maps } from '#platform/entities.ts'
import { t } from '#platform/i18n.ts'

import { addressOf } from './links.ts'
import type { DashboardView } from './view.ts'

/**
 * Returns whether the element is about to scroll into view. The map loads only then: it is larger than the
 * rest of the page, and at its end.
 */
const useNearViewport = () => {
  const ref = useRef<HTMLDivElement>(null)
  const [isNear, setIsNear] = useState(false)
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setIsNear(true)
      },
      { rootMargin: '200px' },
    )
    if (ref.current) observer.observe(ref.current)
    return () => observer.disconnect()
  }, [])
  return { ref, isNear }
}

type PlacesProps = Pick<DashboardView, 'survey' | 'surveyDateRange' | 'colour'>

/** A map of the responses of the page. */
export const Places = ({ survey, surveyDateRange, colour }: PlacesProps) => {
  const { ref, isNear } = useNearViewport()
  const ResponsesMap = maps.surveyResponse
  const address = useMemo(
    () => ({ ...addressOf({ survey, surveyDateRange }), ...(colour && { colour }) }),
    [survey, surveyDateRange, colour],
  )
  return (
    <section className="dashboard-map" aria-labelledby="dashboard-map">
      <h2 id="dashboard-map">{t('dashboard.places')}</h2>
      <div ref={ref}>
        {isNear && ResponsesMap && (
          <Suspense fallback={<p aria-busy="true">{t('common.loading')}</p>}>
            <ResponsesMap address={address} />
          </Suspense>
        )}
      </div>
    </section>
  )
}
