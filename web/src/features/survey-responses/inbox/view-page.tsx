import { DownloadOutlined } from '@ant-design/icons'
import { choicesFor } from '@baseline/contract/intake/choices.ts'
import { getIntakeItem, getIntakeXml } from '@baseline/contract/intake/item.ts'
import type { IntakeDetails } from '@baseline/contract/intake/item.ts'
import type { SurveyDefinition } from '@baseline/contract/surveys/master.ts'
import { useSearch } from '@tanstack/react-router'
import { Alert, Button, Input, Skeleton } from 'antd'
import { useId } from 'react'
import type { ReactNode } from 'react'

import { call } from '#platform/api.ts'
import { useUnsaved } from '#platform/form/unsaved.ts'
import { t } from '#platform/i18n.ts'
import { Blank } from '#platform/list/columns.tsx'
import { useGo, useRecordId } from '#platform/navigation.ts'
import { saveFile } from '#platform/save-file.ts'
import { formatInstant } from '#platform/time.ts'
import { toastError } from '#platform/toast-error.ts'
import { Page } from '#platform/ui/page.tsx'
import { PathLink } from '#platform/ui/path-link.tsx'
import { Instant, TimeZone, TimeZoneNote } from '#platform/ui/time-zone.tsx'
import { useRecord } from '#platform/use-record.ts'

import { formatFileSize } from '../exports/format-file-size.ts'
import { paths as responsePaths } from '../paths.ts'
import type { ListAddress } from '../paths.ts'
import { ResponseStatusMark } from '../response-status.tsx'
import { useDraft } from '../review/drafts.ts'
import { useMaster } from '../use-response.ts'
import { SubmissionProblems } from '../view/submission-problems.tsx'
import { ChangesTable } from './changes-table.tsx'
import { explanation } from './explanation.ts'
import { IntakeStateMark } from './intake-state.tsx'
import { inboxList } from './list.ts'
import { NeighbourLinks, usePosition } from './neighbours.tsx'
import { paths } from './paths.ts'
import { itemKey, useDecision } from './use-decision.tsx'

import '../view/view.css'
import './inbox.css'

const factsOf = (item: IntakeDetails): [string, ReactNode][] => [
  [
    t('entities.intake.fields.response'),
    item.response ? (
      <span key="response" className="inbox-response">
        <PathLink to={responsePaths.view(item.response.id)}>{item.response.displayId}</PathLink>
        <ResponseStatusMark status={item.response.status} />
      </span>
    ) : null,
  ],
  [t('entities.intake.fields.deviceLabel'), item.deviceLabel],
  [t('entities.intake.fields.personName'), item.personName],
  [t('entities.intake.fields.receivedAt'), <Instant key="receivedAt" at={item.receivedAt} />],
  [
    t('entities.intake.fields.surveyLabel'),
    t('entities.surveyResponses.story.surveyVersion', {
      label: item.surveyLabel,
      version: item.surveyVersion,
    }),
  ],
  [t('entities.intake.fields.userAgent'), item.userAgent],
  [t('entities.intake.fields.odkDeviceId'), <code key="odkDeviceId">{item.odkDeviceId}</code>],
  [t('entities.intake.fields.instanceId'), <code key="instanceId">{item.instanceId}</code>],
  [
    t('entities.intake.fields.deprecatedId'),
    item.deprecatedId === null ? null : <code key="deprecatedId">{item.deprecatedId}</code>,
  ],
]

const Facts = ({ item }: { item: IntakeDetails }) => (
  <section>
    <h2>{t('entities.intake.facts')}</h2>
    <dl className="side-facts">
      {factsOf(item).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value ?? <Blank />}</dd>
        </div>
      ))}
    </dl>
  </section>
)

const Files = ({ files }: Pick<IntakeDetails, 'files'>) => (
  <section>
    <h2>{t('entities.intake.filesTitle')}</h2>
    {files.length === 0 ? (
      <p className="story-none">{t('entities.intake.noFiles')}</p>
    ) : (
      <ul className="inbox-files">
        {files.map(({ name, state, size }) => (
          <li key={name}>
            <span>{name}</span>
            <span>
              {[t(`entities.intake.fileStates.${state}`), size !== null && formatFileSize(size)]
                .filter(Boolean)
                .join(', ')}
            </span>
          </li>
        ))}
      </ul>
    )}
  </section>
)

/** The comment and the possible decisions. */
const DecisionSection = ({ item, onDone }: { item: IntakeDetails; onDone: () => void }) => {
  const commentId = useId()
  const [comment, setComment] = useDraft(item.id)
  useUnsaved(() => comment.trim() !== '')
  const { decide, isPending, holder } = useDecision(item, {
    onDecided: () => setComment(''),
    onLeave: onDone,
  })
  const choices = choicesFor(item)
  return (
    <section className="inbox-decision">
      {holder}
      {!choices.includes('reprocess') && (
        <>
          <label htmlFor={commentId}>{t('entities.intake.fields.comment')}</label>
          <Input.TextArea
            id={commentId}
            value={comment}
            maxLength={2000}
            autoSize={{ minRows: 1, maxRows: 6 }}
            onChange={(event) => setComment(event.target.value)}
          />
        </>
      )}
      <div className="inbox-choices">
        {choices.map((choice, index) => (
          <Button
            key={choice}
            type={index === 0 ? 'primary' : 'default'}
            danger={choice === 'discard'}
            disabled={isPending}
            onClick={() => decide(choice, comment)}
          >
            {t(`entities.intake.choices.${choice}`)}
          </Button>
        ))}
      </div>
    </section>
  )
}

const Item = ({
  item,
  survey,
  onDone,
}: {
  item: IntakeDetails
  survey: SurveyDefinition
  onDone: () => void
}) => (
  <div className="response">
    <div className="inbox-main">
      <Alert
        role="note"
        type={item.state === 'unreadable' ? 'error' : 'info'}
        showIcon
        title={explanation(item)}
      />
      {item.problem && (
        <Alert
          role="note"
          type="warning"
          showIcon
          title={<SubmissionProblems problem={item.problem} survey={survey} />}
        />
      )}
      <DecisionSection key={item.id} item={item} onDone={onDone} />
      <section>
        <h2>
          {t(item.response ? 'entities.intake.changes.title' : 'entities.surveyResponses.answers.title')}
        </h2>
        <ChangesTable item={item} survey={survey} />
      </section>
    </div>
    <aside className="response-side" aria-label={t('entities.intake.facts')}>
      <Facts item={item} />
      <Files files={item.files} />
    </aside>
  </div>
)

const downloadXml = (id: string): void => {
  call(getIntakeXml, { params: { id } }).then(
    (bytes) =>
      saveFile(new Blob([Uint8Array.from(bytes)], { type: getIntakeXml.mediaType }), `interview-${id}.xml`),
    toastError,
  )
}

/** Shows an interview of the inbox, its differences from the response, and the possible decisions. spec §2 */
export const InboxViewPage = () => {
  const id = useRecordId()
  const go = useGo()
  const search: ListAddress = useSearch({ strict: false })
  const address = inboxList.validateSearch(search)
  const item = useRecord({
    key: itemKey(id),
    load: (signal) => call(getIntakeItem, { params: { id }, signal }),
    onFailure: paths.list(),
  })
  const survey = useMaster(item)
  const position = usePosition(id, address)
  const next = position?.nextId ?? position?.previousId
  return (
    <TimeZone zone={survey?.timeZone}>
      <Page
        title={
          item && survey
            ? `${item.deviceLabel} · ${formatInstant(item.receivedAt, survey.timeZone)}`
            : t('entities.intake.view')
        }
        back={{ path: paths.list(address), label: t('entities.intake.title') }}
        intro={
          item && (
            <span className="response-intro">
              <IntakeStateMark state={item.state} />
              {survey && <TimeZoneNote />}
            </span>
          )
        }
        actions={
          <>
            <NeighbourLinks position={position} address={address} />
            <Button
              icon={<DownloadOutlined aria-hidden="true" />}
              disabled={!item}
              onClick={() => downloadXml(id)}
            >
              {t('entities.intake.downloadXml')}
            </Button>
          </>
        }
      >
        {item && survey ? (
          <Item
            item={item}
            survey={survey}
            onDone={() => go(next === undefined ? paths.list(address) : paths.view(next, address))}
          />
        ) : (
          <Skeleton active paragraph={{ rows: 12 }} title={false} />
        )}
      </Page>
    </TimeZone>
  )
}
