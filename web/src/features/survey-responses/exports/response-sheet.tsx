import { Button } from 'antd'
import { Suspense, lazy, useState } from 'react'

import { t } from '#platform/i18n.ts'

import type { SheetFilter } from './response-sheet-dialog.tsx'

const ResponseSheetDialog = lazy(async () => ({
  default: (await import('./response-sheet-dialog.tsx')).ResponseSheetDialog,
}))

/** Asks for the response sheet of what the list shows. spec §4 */
export const ResponseSheet = ({ filter }: { filter: () => SheetFilter }) => {
  const [asked, setAsked] = useState<SheetFilter>()
  return (
    <>
      <Button onClick={() => setAsked(filter())}>{t('entities.surveyExports.responseSheet')}</Button>
      {asked && (
        <Suspense>
          <ResponseSheetDialog filter={asked} onClose={() => setAsked(undefined)} />
        </Suspense>
      )}
    </>
  )
}
