import type { Enumerator, EnumeratorFinding } from '@baseline/contract/survey-responses/enumerators.ts'
import { textIn } from '@baseline/contract/surveys/master.ts'

import { chosenLanguage, t } from '#platform/i18n.ts'
import { formatInstant, formatNumber } from '#platform/time.ts'
import { PathLink } from '#platform/ui/path-link.tsx'
import { Instant, useTimeZone } from '#platform/ui/time-zone.tsx'

import { paths as responsePaths } from '../../paths.ts'
import { SeverityMark } from '../flag-marks.tsx'
import { FlagSentence } from '../flag-sentence.tsx'
import { sentenceOf } from './sentence.ts'

interface FindingProps {
  person: Enumerator
  finding: EnumeratorFinding
}

const questionOf = (
  { questions, defaultLanguage }: Enumerator,
  { question }: EnumeratorFinding,
): string | undefined =>
  question === ''
    ? undefined
    : (textIn(questions[question], chosenLanguage(), { defaultLanguage }) ?? question)

/** A finding with its sentence and the next step. */
const Finding = ({ person, finding }: FindingProps) => {
  const zone = useTimeZone()
  const question = questionOf(person, finding)
  const since = formatInstant(finding.detectedAt, zone).slice(0, 10)
  return (
    <li>
      <p className="flag-title">
        <SeverityMark severity={finding.severity} />
        {t(`checks.rules.${finding.rule}`)}
        {question !== undefined && <span className="finding-question">{question}</span>}
      </p>
      <p className="flag-sentence">{sentenceOf(finding)}</p>
      <p className="flag-next">
        {finding.until === null
          ? `${t('checks.flags.next', { text: t(`checks.next.${finding.rule}`) })} ${t('enumerators.person.since', { day: since })}.`
          : t('enumerators.person.ended', {
              from: since,
              until: formatInstant(finding.until, zone).slice(0, 10),
            })}
      </p>
    </li>
  )
}

const keyOf = ({ rule, condition, question }: EnumeratorFinding): string => `${rule} ${condition} ${question}`

/** Current and earlier findings about a person. */
export const PersonFindings = ({ person }: { person: Enumerator }) => (
  <>
    {person.findings.length === 0 ? (
      <p className="flag-next">{t('enumerators.person.noFindings')}</p>
    ) : (
      <ul className="finding-list">
        {person.findings.map((finding) => (
          <Finding key={keyOf(finding)} person={person} finding={finding} />
        ))}
      </ul>
    )}
    {person.earlier.length > 0 && (
      <details>
        <summary>{t('enumerators.person.earlier')}</summary>
        <ul className="finding-list">
          {person.earlier.map((finding) => (
            <Finding key={keyOf(finding)} person={person} finding={finding} />
          ))}
        </ul>
      </details>
    )}
  </>
)

/** Days with interviews: when the work began and ended. */
export const PersonDays = ({ person: { days } }: { person: Enumerator }) => (
  <div className="person-scroll">
    <table className="person-table" aria-label={t('enumerators.person.days')}>
      <thead>
        <tr>
          <th scope="col">{t('enumerators.person.day')}</th>
          <th scope="col">{t('enumerators.person.count')}</th>
          <th scope="col">{t('enumerators.person.firstStart')}</th>
          <th scope="col">{t('enumerators.person.lastEnd')}</th>
          <th scope="col">{t('enumerators.indicators.minutes')}</th>
        </tr>
      </thead>
      <tbody>
        {days.map(({ day, interviews, firstStart, lastEnd, minutes }) => (
          <tr key={day}>
            <th scope="row">{day}</th>
            <td>{formatNumber(interviews)}</td>
            <td>
              <Instant at={firstStart} />
            </td>
            <td>{lastEnd === null ? null : <Instant at={lastEnd} />}</td>
            <td>{minutes === null ? null : formatNumber(minutes)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

/** The last flags of the person's responses, with links to them. */
export const PersonFlags = ({ person: { flags } }: { person: Enumerator }) =>
  flags.length === 0 ? (
    <p className="flag-next">{t('enumerators.person.noFlags')}</p>
  ) : (
    <ul className="finding-list">
      {flags.map((flag) => (
        <li key={`${flag.responseId} ${flag.rule} ${flag.condition} ${flag.detectedAt}`}>
          <p className="flag-title">
            <SeverityMark severity={flag.severity} />
            {t(`checks.rules.${flag.rule}`)}
            <PathLink to={responsePaths.view(flag.responseId)}>{flag.displayId}</PathLink>
            <span className="finding-question">{t(`checks.states.${flag.state}`)}</span>
          </p>
          <p className="flag-sentence">
            <FlagSentence flag={flag} />
          </p>
        </li>
      ))}
    </ul>
  )
