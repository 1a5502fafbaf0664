import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import type { ComponentType } from 'react'

import { t } from '../../i18n.ts'
import { saveFile, timedName } from '../../save-file.ts'
import { formatInstant, formatNumber } from '../../time.ts'
import { toastError } from '../../toast-error.ts'
import { useTimeZone } from '../../ui/time-zone.tsx'
import { toast } from '../../ui/toast.tsx'
import type { ListDefinition, ListRoute } from '../list-definition.ts'
import type { ListState } from '../list-state.ts'
import { exportList, isTooLong, toExportColumns } from './export-list.ts'
import type { AnyColumn, ExportResult } from './export-list.ts'

/** `survey-responses-20261115-0930.xlsx` */
const fileName = (list: string, zone: string): string =>
  `${timedName(list, formatInstant(new Date().toISOString(), zone))}.xlsx`

const reportResult = ({ rows, truncated }: ExportResult): void => {
  const doneText = t('list.export.done', { count: formatNumber(rows) })
  toast.success(
    truncated > 0 ? `${doneText} ${t('list.export.cut', { count: formatNumber(truncated) })}` : doneText,
  )
}

interface ListExportProps<R extends ListRoute> {
  list: ListDefinition<R>
  state: ListState
  columns: readonly AnyColumn[]
  /** Columns that the screen does not have. */
  extraColumns: readonly AnyColumn[] | undefined
  count: number
  countIsEstimate: boolean
  /** Message if the list exceeds the rows of Excel; by default it suggests more filters. */
  tooLong: string | undefined
  /** Shown instead of the button, for a list with more than one export. */
  menu?: ComponentType<TableExport> | undefined
}

/** The table export, as an item of a menu. */
export interface TableExport {
  isEmpty: boolean
  onStart: () => void
}

/** Exports the whole list, filtered and sorted as shown, as a workbook. spec §4, §7 */
export const ListExport = <R extends ListRoute>(props: ListExportProps<R>) => {
  const { list, columns, extraColumns = [], count, countIsEstimate } = props
  const zone = useTimeZone()
  const [rows, setRows] = useState(0)
  const controller = useRef<AbortController>(null)
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const { signal } = (controller.current = new AbortController())
      setRows(0)
      if (await isTooLong({ ...props, zone }, signal))
        return toast.error(props.tooLong ?? t('list.export.tooLong'))
      const result = await exportList(
        { ...props, zone },
        toExportColumns(list, [...columns, ...extraColumns], zone),
        {
          signal,
          onRows: setRows,
        },
      )
      saveFile(result.file, fileName(list.name, zone))
      reportResult(result)
    },
    onError: toastError,
    meta: { handlesErrors: true },
  })
  useEffect(() => () => controller.current?.abort(), [])
  const Menu = props.menu
  if (!isPending && Menu) return <Menu isEmpty={count === 0} onStart={mutate} />
  if (!isPending)
    return (
      <Button type="text" disabled={count === 0} onClick={() => mutate()}>
        {t('list.export.start')}
      </Button>
    )
  const writtenRows = formatNumber(rows)
  return (
    <span className="list-export">
      <span role="status">
        {countIsEstimate || rows > count
          ? t('list.export.rows', { rows: writtenRows })
          : t('list.export.rowsOf', { rows: writtenRows, count: formatNumber(count) })}
      </span>
      <Button type="text" onClick={() => controller.current?.abort()}>
        {t('list.export.cancel')}
      </Button>
    </span>
  )
}
