import { DownOutlined } from '@ant-design/icons'
import { useSearch } from '@tanstack/react-router'
import { Button, Dropdown } from 'antd'
import { Suspense, lazy, useState } from 'react'

import { t } from '#platform/i18n.ts'
import type { TableExport } from '#platform/list/export/list-export.tsx'
import { useTimeZone } from '#platform/ui/time-zone.tsx'

import { surveyResponsesList } from '../list.ts'
import type { SheetFilter } from './response-sheet-dialog.tsx'

const ResponseSheetDialog = lazy(async () => ({
  default: (await import('./response-sheet-dialog.tsx')).ResponseSheetDialog,
}))
const OwnExports = lazy(async () => ({ default: (await import('./own-exports.tsx')).OwnExports }))

/** Menu with all exports of the list, and the previous exports of the user. spec §4 */
export const ExportMenu = ({ isEmpty, onStart }: TableExport) => {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const zone = useTimeZone()
  /** How the menu was opened: by hover, or by click or keyboard, which also moves the focus into it. */
  const [openedBy, setOpenedBy] = useState<'pointer' | 'click'>()
  const [sheetFilter, setSheetFilter] = useState<SheetFilter>()
  const [showsOwn, setShowsOwn] = useState(false)
  return (
    <>
      <Dropdown
        trigger={['hover']}
        open={openedBy !== undefined}
        onOpenChange={(open) => setOpenedBy(open ? (openedBy ?? 'pointer') : undefined)}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- moves the focus into the menu that was just opened
        autoFocus={openedBy === 'click'}
        menu={{
          items: [
            {
              key: 'sheet',
              label: t('entities.surveyExports.menu.allAnswers'),
              onClick: () =>
                setSheetFilter(surveyResponsesList.criteria(surveyResponsesList.read(search), zone).filter),
            },
            {
              key: 'table',
              label: t('entities.surveyExports.menu.table'),
              disabled: isEmpty,
              onClick: onStart,
            },
            { type: 'divider' },
            {
              key: 'own',
              label: t('entities.surveyExports.menu.own'),
              onClick: () => setShowsOwn(true),
            },
          ],
        }}
      >
        <Button
          aria-haspopup="menu"
          aria-expanded={openedBy !== undefined}
          onClick={() => setOpenedBy('click')}
        >
          {t('list.export.start')} <DownOutlined aria-hidden="true" />
        </Button>
      </Dropdown>
      <Suspense>
        {sheetFilter && (
          <ResponseSheetDialog filter={sheetFilter} onClose={() => setSheetFilter(undefined)} />
        )}
        {showsOwn && <OwnExports onClose={() => setShowsOwn(false)} />}
      </Suspense>
    </>
  )
}
