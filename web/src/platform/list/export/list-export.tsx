import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import type { ComponentType } from 'react'

import { t } from '../../i18n.ts'
import { saveFile, timedName } from '../../save-file.ts'
import { tellHere } from '../../tell-here.ts'
import { formatInstant, formatNumber } from '../../time.ts'
import { useTimeZone } from '../../ui/time-zone.tsx'
import { toast } from '../../ui/toast.tsx'
import type { ListDefinition, ListRoute } from '../list-definition.ts'
import type { ListState } from '../list-state.ts'
import { exportedColumns, exportList, isTooLong } from './export-list.ts'
import type { AnyColumn, ExportResult } from './export-list.ts'

/** `survey-responses-20261115-0930.xlsx` */
const fileName = (list: string, zone: string): string =>
  `${timedName(list, formatInstant(new Date().toISOString(), zone))}.xlsx`

const tell = ({ rows, cut }: ExportResult): void => {
  const done = t('list.export.done', { count: formatNumber(rows) })
  toast.success(cut > 0 ? `${done} ${t('list.export.cut', { count: formatNumber(cut) })}` : done)
}

interface ListExportProps<R extends ListRoute> {
  list: ListDefinition<R>
  state: ListState
  columns: readonly AnyColumn[]
  /** Columns that the screen does not have. */
  also: readonly AnyColumn[] | undefined
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
  const { list, columns, also = [], count, countIsEstimate } = props
  const zone = useTimeZone()
  const [rows, setRows] = useState(0)
  const running = useRef<AbortController>(null)
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const { signal } = (running.current = new AbortController())
      setRows(0)
      if (await isTooLong({ ...props, zone }, signal))
        return toast.error(props.tooLong ?? t('list.export.tooLong'))
      const made = await exportList({ ...props, zone }, exportedColumns(list, [...columns, ...also], zone), {
        signal,
        onRows: setRows,
      })
      saveFile(made.file, fileName(list.name, zone))
      tell(made)
    },
    onError: tellHere,
    meta: { handlesErrors: true },
  })
  useEffect(() => () => running.current?.abort(), [])
  const Menu = props.menu
  if (!isPending && Menu) return <Menu isEmpty={count === 0} onStart={mutate} />
  if (!isPending)
    return (
      <Button type="text" disabled={count === 0} onClick={() => mutate()}>
        {t('list.export.start')}
      </Button>
    )
  const done = formatNumber(rows)
  return (
    <span className="list-export">
      <span role="status">
        {countIsEstimate || rows > count
          ? t('list.export.rows', { rows: done })
          : t('list.export.rowsOf', { rows: done, count: formatNumber(count) })}
      </span>
      <Button type="text" onClick={() => running.current?.abort()}>
        {t('list.export.cancel')}
      </Button>
    </span>
  )
}
