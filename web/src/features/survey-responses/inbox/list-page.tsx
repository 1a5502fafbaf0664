import type { IntakeItem } from '@baseline/contract/intake/contract.ts'

import { t } from '#platform/i18n.ts'
import { Blank } from '#platform/list/columns.tsx'
import type { Card, Column } from '#platform/list/columns.tsx'
import { ListPage } from '#platform/list/list-page.tsx'
import { formatInstant, formatNumber } from '#platform/time.ts'
import { Instant } from '#platform/ui/time-zone.tsx'

import { IntakeStateMark } from './intake-state.tsx'
import { inboxList } from './list.ts'
import { paths } from './paths.ts'

/** Returns how many of the files have arrived, such as "1 of 3"; undefined without files. */
const filesText = ({ receivedFileCount, fileCount }: IntakeItem): string | undefined =>
  fileCount === 0
    ? undefined
    : t('entities.intake.fileCount', {
        received: formatNumber(receivedFileCount),
        count: formatNumber(fileCount),
      })

const columns: Column<IntakeItem>[] = [
  { key: 'receivedAt', label: 'entities.intake.fields.receivedAt', kind: 'time' },
  { key: 'state', label: 'entities.intake.fields.state', render: IntakeStateMark },
  { key: 'response.displayId', label: 'entities.intake.fields.response', kind: 'code' },
  { key: 'deviceLabel', label: 'entities.intake.fields.deviceLabel' },
  { key: 'personName', label: 'entities.intake.fields.personName' },
  { key: 'surveyLabel', label: 'entities.intake.fields.surveyLabel' },
  {
    key: 'fileCount',
    label: 'entities.intake.fields.files',
    render: (item) => filesText(item) ?? <Blank />,
  },
]

const card = (item: IntakeItem): Card => ({
  title: <Instant at={item.receivedAt} />,
  detail: (
    <>
      {[item.deviceLabel, item.response?.displayId].filter(Boolean).join(' · ')}
      <br />
      {[item.surveyLabel, filesText(item)].filter(Boolean).join(' · ')}
    </>
  ),
  status: <IntakeStateMark state={item.state} />,
})

/** Lists interviews from phones that wait for a decision. spec §2 */
export const InboxListPage = () => (
  <ListPage
    list={inboxList}
    title={t('entities.intake.title')}
    columns={columns}
    card={card}
    rowName={({ deviceLabel, receivedAt }) => `${deviceLabel} ${formatInstant(receivedAt)}`}
    rowPath={({ id }, address) => paths.view(id, address)}
    empty={{ title: t('entities.intake.empty.title'), hint: t('entities.intake.empty.hint') }}
  />
)
