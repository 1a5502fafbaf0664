import { Suspense, lazy } from 'react'
import type { ComponentType, ReactNode } from 'react'

import { ColumnMenu } from './column-menu.tsx'
import type { Column } from './columns.tsx'
import type { TableExport } from './export/list-export.tsx'
import type { ListDefinition, ListRoute } from './list-definition.ts'
import type { ListPreferences } from './list-preferences.ts'
import type { ListState } from './list-state.ts'
import { ViewLinks } from './view-links.tsx'
import { ViewMenu } from './view-menu.tsx'

/** Loaded after the list. */
const ListExport = lazy(async () => ({
  default: (await import('./export/list-export.tsx')).ListExport,
}))

/** Another view of the matching records. */
interface ListView {
  label: string
  View: ComponentType<{ address: Record<string, unknown> }>
}

/** Options of an entity for the tools of its list. */
export interface ListToolsOptions<Row> {
  columns: readonly Column<Row>[]
  /** Additional columns of the export. */
  extraExportColumns?: readonly Column<Row>[]
  /** Message if an export exceeds Excel's limit; the default suggests filtering. */
  tooLong?: string
  /** Replaces the export button with a menu among the page's actions. */
  exportMenu?: ComponentType<TableExport>
  /** Whether the list cannot be exported. */
  hasNoExport?: boolean
  /** Other views, by their names in the list's definition. */
  views?: Readonly<Record<string, ListView>>
}

interface ListToolsData<R extends ListRoute, Row> extends ListToolsOptions<Row> {
  list: ListDefinition<R>
  state: ListState
  count: number
  countIsEstimate: boolean
}

interface ListToolsProps<R extends ListRoute, Row> extends ListToolsData<R, Row> {
  address: Record<string, unknown>
  show: (view: Record<string, unknown>) => void
  narrow: boolean
  preferences: ListPreferences
  onPreferences: (next: Partial<ListPreferences>) => void
}

/** Tools to change the view, save views and export the list. */
export const ListTools = <R extends ListRoute, Row>(props: ListToolsProps<R, Row>) => {
  const { list, state, columns, preferences, onPreferences, views } = props
  return (
    <div className="list-tools">
      {views && (
        <ViewLinks
          views={Object.entries(views).map(([name, { label }]) => ({ name, label }))}
          current={state.view}
          addressOf={(view) => list.write({ ...state, view })}
        />
      )}
      {!props.exportMenu && !props.hasNoExport && (
        <Suspense>
          <ListExport {...props} extraColumns={props.extraExportColumns} tooLong={props.tooLong} />
        </Suspense>
      )}
      <ViewMenu
        views={preferences.views}
        address={props.address}
        onShow={props.show}
        onChange={(savedViews) => onPreferences({ views: savedViews })}
      />
      {!props.narrow && state.view === undefined && (
        <ColumnMenu columns={columns} preferences={preferences} onChange={onPreferences} />
      )}
    </div>
  )
}

/** Returns the actions of the page, with the export menu if the list has one; undefined without actions. */
export const actionsOf = <R extends ListRoute, Row>({
  exportMenu,
  actions,
  ...props
}: ListToolsData<R, Row> & { actions?: ReactNode }): ReactNode =>
  exportMenu ? (
    <>
      <Suspense>
        <ListExport
          {...props}
          extraColumns={props.extraExportColumns}
          tooLong={props.tooLong}
          menu={exportMenu}
        />
      </Suspense>
      {actions}
    </>
  ) : (
    actions
  )
