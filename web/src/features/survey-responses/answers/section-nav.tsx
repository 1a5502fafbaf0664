import { useRef } from 'react'
import type { MouseEvent } from 'react'

import { t } from '#platform/i18n.ts'
import { useMediaQuery } from '#platform/media-query.ts'
import { formatNumber } from '#platform/time.ts'

import { sectionId, useCurrentSection } from './use-current-section.ts'

import './section-nav.css'

export interface NavSection {
  key: string
  label: string
  /** Number of fields with a message. */
  problems?: number
}

/** Media query for screens with space for the list beside the sections. */
const wideScreen = '(min-width: 1200px)'
/** Minimum number of sections for which the list is shown. */
export const minSections = 3

const problemsText = (problems: number): string | undefined => {
  if (problems === 0) return undefined
  return problems === 1
    ? t('entities.surveyResponses.sections.problem')
    : t('entities.surveyResponses.sections.problems', { count: formatNumber(problems) })
}

const SectionList = ({ sections, current, onJump }: SectionListProps) => (
  <ol>
    {sections.map((section) => {
      const problems = problemsText(section.problems ?? 0)
      return (
        <li key={section.key}>
          <a
            href={`#${sectionId(section.key)}`}
            {...(section.key === current && { 'aria-current': 'true' as const })}
            onClick={(event: MouseEvent) => {
              event.preventDefault()
              onJump(section.key)
            }}
          >
            {section.label}
            {problems !== undefined && <span className="section-problems">{problems}</span>}
          </a>
        </li>
      )
    })}
  </ol>
)

interface SectionListProps {
  sections: readonly NavSection[]
  current: string | undefined
  onJump: (key: string) => void
}

/** Menu with the same links, for screens without space beside the sections. */
const SectionMenu = ({ sections, current, onJump }: SectionListProps) => {
  const menu = useRef<HTMLDetailsElement>(null)
  const close = () => {
    if (menu.current) menu.current.open = false
  }
  const currentSection = sections.find(({ key }) => key === current) ?? sections[0]
  const problems = sections.reduce((sum, one) => sum + (one.problems ?? 0), 0)
  return (
    // `details` is interactive: its summary opens and closes it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <details
      ref={menu}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) close()
      }}
      onKeyDown={({ key }) => {
        if (key === 'Escape') close()
      }}
    >
      <summary>
        {t('entities.surveyResponses.sections.current', { section: currentSection?.label ?? '' })}
        {problems > 0 && <span className="section-problems">{problemsText(problems)}</span>}
      </summary>
      <SectionList
        sections={sections}
        current={current}
        onJump={(key) => {
          close()
          onJump(key)
        }}
      />
    </details>
  )
}

/** Lists sections and marks the current one. */
export const SectionNav = (props: SectionListProps) => {
  const isWide = useMediaQuery(wideScreen)
  const Navigation = isWide ? SectionList : SectionMenu
  return (
    <nav className="section-nav" aria-label={t('entities.surveyResponses.sections.title')}>
      <Navigation {...props} />
    </nav>
  )
}

/** Lists the sections of a long page, marks the one in view, and moves the focus to the heading on a jump. */
export const ScrolledSectionNav = ({ sections }: { sections: readonly NavSection[] }) => {
  const [current, onJump] = useCurrentSection(sections.map(({ key }) => key))
  return <SectionNav sections={sections} current={current} onJump={onJump} />
}
