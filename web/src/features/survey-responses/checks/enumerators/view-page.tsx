import { PrinterOutlined } from '@ant-design/icons'
import { getEnumerator } from '@baseline/contract/survey-responses/enumerators.ts'
import type { Enumerator } from '@baseline/contract/survey-responses/enumerators.ts'
import { useSearch } from '@tanstack/react-router'
import { Button, Skeleton } from 'antd'
import { useEffect, useId } from 'react'
import type { ReactNode } from 'react'

import { call } from '#platform/api.ts'
import { t } from '#platform/i18n.ts'
import { useRecordId } from '#platform/navigation.ts'
import { formatNumber } from '#platform/time.ts'
import { Page } from '#platform/ui/page.tsx'
import { TimeZone, TimeZoneNote } from '#platform/ui/time-zone.tsx'
import { useRecord } from '#platform/use-record.ts'

import { paths } from './paths.ts'
import { PersonFigures, PersonWeeks } from './person-figures.tsx'
import { PersonDays, PersonFindings, PersonFlags } from './person-findings.tsx'

import '../flags.css'
import './enumerators.css'

const Section = ({ title, children }: { title: string; children: ReactNode }) => {
  const id = useId()
  return (
    <section className="person-section" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}

const introOf = ({ survey, district, interviews, window, others }: Enumerator): string =>
  [
    district === null ? survey.label : `${survey.label}, ${district}`,
    window &&
      t('enumerators.person.interviews', {
        count: formatNumber(interviews),
        from: window.from,
        to: window.to,
      }),
    t('enumerators.person.compared', { count: formatNumber(others) }),
  ]
    .filter(Boolean)
    .join(' · ')

const Content = ({ person }: { person: Enumerator }) => (
  <div className="person">
    <p className="person-note">{t('enumerators.person.note')}</p>
    <Section title={t('enumerators.person.findings')}>
      <PersonFindings person={person} />
    </Section>
    <Section title={t('enumerators.person.figures')}>
      <PersonFigures person={person} />
    </Section>
    <Section title={t('enumerators.person.weeks')}>
      <PersonWeeks person={person} />
    </Section>
    <Section title={t('enumerators.person.days')}>
      <PersonDays person={person} />
      <p className="record-zone">
        <TimeZoneNote />
      </p>
    </Section>
    <Section title={t('enumerators.person.flags')}>
      <PersonFlags person={person} />
    </Section>
  </div>
)

/** The figures of one enumerator, for a talk: a supervisor can print them. */
export const EnumeratorPage = () => {
  const key = useRecordId()
  const { survey }: Record<string, unknown> = useSearch({ strict: false })
  const surveyId = typeof survey === 'string' ? survey : ''
  const back = paths.list(surveyId === '' ? {} : { survey: surveyId })
  const person = useRecord({
    key: ['enumerators', surveyId, key],
    load: (signal) => call(getEnumerator, { params: { id: surveyId, key }, signal }),
    onFailure: back,
    mayShowCached: true,
  })
  useEffect(() => {
    if (person) document.title = `${person.name} · ${t('app.title')}`
  }, [person])
  return (
    <TimeZone zone={person?.timeZone}>
      <Page
        title={person?.name ?? t('enumerators.title')}
        back={{ path: back, label: t('enumerators.title') }}
        {...(person && { intro: introOf(person) })}
        actions={
          <Button icon={<PrinterOutlined aria-hidden="true" />} onClick={() => globalThis.print()}>
            {t('enumerators.person.print')}
          </Button>
        }
      >
        {person ? <Content person={person} /> : <Skeleton active title={false} paragraph={{ rows: 10 }} />}
      </Page>
    </TimeZone>
  )
}
