import { severities } from '@baseline/contract/checks/rules.ts'
import type { RuleId } from '@baseline/contract/checks/rules.ts'
import type { RuleTrial, TrialExample } from '@baseline/contract/survey-responses/check-rules.ts'
import { Alert, Tag } from 'antd'

import { t } from '#platform/i18n.ts'
import { formatInstant, formatNumber } from '#platform/time.ts'
import { LoadingSign } from '#platform/ui/loading-panel.tsx'
import { PathLink } from '#platform/ui/path-link.tsx'
import { TimeZoneNote, useTimeZone } from '#platform/ui/time-zone.tsx'

import { paths as responsePaths } from '../../paths.ts'
import { SeverityMark } from '../flag-marks.tsx'
import { FlagSentence } from '../flag-sentence.tsx'

const sum = (counts: RuleTrial['before']): number => counts.info + counts.warn + counts.error

/** Flags now and with the draft, by severity. */
const SeverityTable = ({ before, after }: Pick<RuleTrial, 'before' | 'after'>) => (
  <table className="trial-table">
    <caption>{t('checkRules.trial.bySeverity')}</caption>
    <thead>
      <tr>
        <th scope="col">{t('checkRules.severity')}</th>
        <th scope="col">{t('checkRules.draftPart.now')}</th>
        <th scope="col">{t('checkRules.draftPart.draft')}</th>
      </tr>
    </thead>
    <tbody>
      {severities
        .toReversed()
        .filter((severity) => before[severity] + after[severity] > 0)
        .map((severity) => (
          <tr key={severity}>
            <th scope="row">
              <SeverityMark severity={severity} />
            </th>
            <td>{formatNumber(before[severity])}</td>
            <td>{formatNumber(after[severity])}</td>
          </tr>
        ))}
      <tr>
        <th scope="row">{t('checkRules.trial.total')}</th>
        <td>{formatNumber(sum(before))}</td>
        <td>{formatNumber(sum(after))}</td>
      </tr>
    </tbody>
  </table>
)

const EnumeratorTable = ({ enumerators }: Pick<RuleTrial, 'enumerators'>) => (
  <table className="trial-table">
    <caption>{t('checkRules.trial.enumerators')}</caption>
    <thead>
      <tr>
        <th scope="col">{t('checkRules.trial.enumerator')}</th>
        <th scope="col">{t('checkRules.trial.responses')}</th>
        <th scope="col">{t('checkRules.draftPart.now')}</th>
        <th scope="col">{t('checkRules.draftPart.draft')}</th>
      </tr>
    </thead>
    <tbody>
      {enumerators.map(({ name, responses, before, after }) => (
        <tr key={name}>
          <th scope="row">{name}</th>
          <td>{formatNumber(responses)}</td>
          <td>{formatNumber(before)}</td>
          <td>{formatNumber(after)}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

const Example = ({ rule, example }: { rule: RuleId; example: TrialExample }) => (
  <li>
    <span className="trial-example-head">
      <Tag>{t(`checkRules.trial.change.${example.change}`)}</Tag>
      <SeverityMark severity={example.severity} />
      <PathLink to={responsePaths.view(example.responseId)}>{example.displayId}</PathLink>
    </span>
    <span className="trial-sentence">
      <FlagSentence flag={{ ...example, rule }} />
    </span>
  </li>
)

/** The scope of a trial: how many responses it read, and since when. */
const Scope = ({ trial: { from, responses, isLimited, coverage } }: { trial: RuleTrial }) => {
  const since = formatInstant(from, useTimeZone())
  return (
    <>
      {coverage === 'storedFlags' && (
        <Alert role="note" type="info" showIcon title={t('checkRules.trial.storedFlags')} />
      )}
      <p>
        {responses === 1
          ? t('checkRules.trial.scope.one', { from: since })
          : t('checkRules.trial.scope.many', { count: formatNumber(responses), from: since })}
        {isLimited && ` ${t('checkRules.trial.isLimited', { count: formatNumber(responses) })}`}
        {' · '}
        <TimeZoneNote />
      </p>
    </>
  )
}

/** The flags of a rule now and with its draft. */
export const TrialResult = ({ rule, trial }: { rule: RuleId; trial: RuleTrial }) => {
  if (trial.state === 'running')
    return (
      <LoadingSign>{t('checkRules.trial.running', { count: formatNumber(trial.responses) })}</LoadingSign>
    )
  if (trial.state === 'failed') return <Alert type="error" showIcon title={t('checkRules.trial.failed')} />
  return (
    <div className="trial">
      <h3>{t('checkRules.trial.title')}</h3>
      <Scope trial={trial} />
      {sum(trial.before) + sum(trial.after) === 0 ? (
        <p>{t('checkRules.trial.nothing')}</p>
      ) : (
        <>
          {trial.coverage === 'responses' && (
            <p>
              {t('checkRules.trial.changes', {
                added: formatNumber(trial.added),
                removed: formatNumber(trial.removed),
              })}
            </p>
          )}
          <div className="trial-tables">
            <SeverityTable {...trial} />
            <EnumeratorTable {...trial} />
          </div>
          <h3>{t('checkRules.trial.examples')}</h3>
          <ul className="trial-examples" aria-label={t('checkRules.trial.examples')}>
            {trial.examples.map((example) => (
              <Example
                key={`${example.responseId} ${example.question} ${example.change}`}
                rule={rule}
                example={example}
              />
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
