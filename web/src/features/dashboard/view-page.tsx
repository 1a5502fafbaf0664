import type { Dashboard } from '@baseline/contract/dashboard/contract.ts'
import { can } from '@baseline/contract/permissions.ts'
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo } from 'react'

import { accessText } from '#platform/access-text.ts'
import { messageOf } from '#platform/errors.ts'
import { t } from '#platform/i18n.ts'
import { filterText } from '#platform/list/filter-fields.ts'
import { useGo } from '#platform/navigation.ts'
import { useSignedInUser } from '#platform/session.ts'
import { Page } from '#platform/ui/page.tsx'
import { TimeZone } from '#platform/ui/time-zone.tsx'
import { toast } from '#platform/ui/toast.tsx'

import { AsOf } from './as-of.tsx'
import { DaysSection } from './days/days-section.tsx'
import { Districts } from './districts.tsx'
import { FiguresRow } from './figures-row.tsx'
import { Groups } from './groups.tsx'
import { useLinks } from './links.ts'
import type { LinkTo } from './links.ts'
import { OpenFlags } from './open-flags.tsx'
import { DashboardSkeleton, LoadFailure, NoResponses } from './page-states.tsx'
import { paths } from './paths.ts'
import { People } from './people.tsx'
import { Places } from './places.tsx'
import { ScopeBar } from './scope-bar.tsx'
import { StatusBar } from './status-bar.tsx'
import { useDashboard } from './use-dashboard.ts'
import { datesField, readView, writeView } from './view.ts'
import type { DashboardView } from './view.ts'

import './dashboard.css'
import './panel.css'

/** Enumerators see only their own responses, so a table of people would contain only themselves. spec §1 */
const useCanSeeOthers = (): boolean => can(useSignedInUser(), 'dashboardReadAll')

/** Says what the figures count, if they do not count all responses. */
const useIntro = (): string | undefined => {
  const { access } = useSignedInUser()
  if (!useCanSeeOthers()) return t('dashboard.own')
  return access.length > 0 ? t('iam.memberships.seen', { parts: accessText(access) }) : undefined
}

const useView = () => {
  // The router does not know the search types of the screens. `readView` accepts any input.
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const view = useMemo(() => readView(search), [search])
  const show = useCallback(
    (next: DashboardView) => void navigate({ to: '.', search: writeView(next), resetScroll: false }),
    [navigate],
  )
  return { view, show }
}

/**
 * Reports a failure and redirects from the home address to the steady one, which offers a retry. This avoids
 * a redirect loop. spec §2
 */
const useLeaveHome = (failure: unknown, view: DashboardView): void => {
  const go = useGo()
  const isHome = useLocation().pathname === paths.home()
  useEffect(() => {
    if (!failure || !isHome) return
    toast.error(messageOf(failure))
    go(paths.dashboard(view), { replace: true })
  }, [failure, isHome, go, view])
}

const scopeText = (
  { surveys }: Pick<Dashboard, 'surveys'>,
  { survey, surveyDateRange }: DashboardView,
): string => {
  const label = surveys.find(({ id }) => id === survey)?.label ?? t('dashboard.allSurveys')
  return surveyDateRange ? `${label} · ${filterText(datesField, surveyDateRange)}` : label
}

interface ContentProps {
  figures: Dashboard
  view: DashboardView
  onView: (view: DashboardView) => void
}

const Content = ({ figures, view, onView, linkTo }: ContentProps & { linkTo: LinkTo }) => {
  const canSeeOthers = useCanSeeOthers()
  const mayRead = can(useSignedInUser(), 'surveyResponsesRead')
  const inRange = view.surveyDateRange !== undefined
  const linkToAnyDate = useLinks({ ...view, surveyDateRange: undefined })
  const districts = <Districts districts={figures.districts} inRange={inRange} linkTo={linkTo} />
  const groups = <Groups {...figures} linkTo={linkTo} />
  return (
    <>
      <StatusBar statuses={figures.statuses} linkTo={linkTo} />
      {figures.flags && <OpenFlags flags={figures.flags} inRange={inRange} linkTo={linkToAnyDate} />}
      {canSeeOthers ? (
        <div className="pair fieldwork">
          {districts}
          <People
            people={figures.people}
            view={view}
            onView={(people) => onView({ ...view, ...people })}
            linkTo={linkTo}
          />
          {groups}
        </div>
      ) : (
        <>
          {districts}
          {groups}
        </>
      )}
      <DaysSection
        figures={figures}
        scope={scopeText(figures, view)}
        dates={view.surveyDateRange}
        linkTo={linkTo}
      />
      {mayRead && <Places {...view} />}
    </>
  )
}

/** Returns the survey whose targets can be edited: the selected one, or the only one. */
const surveyOf = ({ surveys }: Pick<Dashboard, 'surveys'>, { survey }: DashboardView) =>
  surveys.length === 1 ? surveys[0] : surveys.find(({ id }) => id === survey)

interface LoadedDashboardProps extends ContentProps {
  onReset: (() => void) | undefined
}

const LoadedDashboard = ({ onReset, ...content }: LoadedDashboardProps) => {
  const { figures, view } = content
  const linkTo = useLinks(view)
  return (
    <>
      <p className="print-scope">{scopeText(figures, view)}</p>
      <AsOf {...figures} />
      <FiguresRow
        figures={figures}
        survey={surveyOf(figures, view)}
        inRange={view.surveyDateRange !== undefined}
        linkTo={linkTo}
      />
      {figures.count === 0 ? <NoResponses onReset={onReset} /> : <Content {...content} linkTo={linkTo} />}
    </>
  )
}

/** Dashboard of the fieldwork: progress, districts and people. spec §2 */
export const DashboardPage = () => {
  const { view, show } = useView()
  const { figures, isWaiting, failure, isFetching, retry } = useDashboard(view)
  useLeaveHome(failure, view)

  // The last page may be empty after a refetch.
  const isPastLastPage = figures?.people.rows.length === 0 && !isWaiting && view.offset > 0
  useEffect(() => {
    if (isPastLastPage) show({ ...view, offset: 0 })
  }, [isPastLastPage, show, view])

  const intro = useIntro()
  const isFiltered = view.survey !== undefined || view.surveyDateRange !== undefined
  const reset = isFiltered
    ? () => show({ ...view, survey: undefined, surveyDateRange: undefined, offset: 0 })
    : undefined
  return (
    <TimeZone zone={figures?.timeZone}>
      <Page
        title={t('dashboard.title')}
        {...(intro !== undefined && { intro })}
        actions={
          // Rendered while the figures load too, to avoid a layout shift.
          (figures !== undefined || !failure) && (
            <ScopeBar surveys={figures?.surveys ?? []} view={view} onView={show} />
          )
        }
      >
        <div className="dashboard" aria-busy={isWaiting}>
          {failure ? (
            <LoadFailure error={failure} isRetrying={isFetching} onRetry={retry} onReset={reset} />
          ) : figures ? (
            <LoadedDashboard figures={figures} view={view} onView={show} onReset={reset} />
          ) : (
            <DashboardSkeleton />
          )}
        </div>
      </Page>
    </TimeZone>
  )
}
