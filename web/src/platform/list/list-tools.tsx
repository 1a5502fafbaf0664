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

/** Loaded after the list itself. */
const ListExport = lazy(async () => ({
  default: (await import('./export/list-export.tsx')).ListExport,
}))

/** Another way to show what the filter finds. */
interface ListView {
  label: string
  Show: ComponentType<{ address: Record<string, unknown> }>
}

/** What an entity says about them. */
export interface ListToolsOptions<Row> {
  columns: readonly Column<Row>[]
  /** What an export has besides the columns. */
  alsoExported?: readonly Column<Row>[]
  /** What to do when an export would be too long for Excel, if there is more than filtering. */
  tooLong?: string
  /** Replaces the export button of the tools by a menu among the actions of the page. */
  exportMenu?: ComponentType<TableExport>
  /** The other ways to show what the filter finds, by the names that the list gives them. */
  views?: Readonly<Record<string, ListView>>
}

interface ListedProps<R extends ListRoute, Row> extends ListToolsOptions<Row> {
  list: ListDefinition<R>
  state: ListState
  count: number
  countIsEstimate: boolean
}

interface ListToolsProps<R extends ListRoute, Row> extends ListedProps<R, Row> {
  address: Record<string, unknown>
  show: (view: Record<string, unknown>) => void
  narrow: boolean
  preferences: ListPreferences
  onPreferences: (next: Partial<ListPreferences>) => void
}

/** How the list is shown, kept and taken along. */
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
      {!props.exportMenu && (
        <Suspense>
          <ListExport {...props} also={props.alsoExported} tooLong={props.tooLong} />
        </Suspense>
      )}
      <ViewMenu
        views={preferences.views}
        address={props.address}
        onShow={props.show}
        onChange={(kept) => onPreferences({ views: kept })}
      />
      {!props.narrow && state.view === undefined && (
        <ColumnMenu columns={columns} preferences={preferences} onChange={onPreferences} />
      )}
    </div>
  )
}

/** The actions of the page, with the export menu of a list that has one; undefined where there are none. */
export const actionsOf = <R extends ListRoute, Row>({
  exportMenu,
  actions,
  ...props
}: ListedProps<R, Row> & { actions?: ReactNode }): ReactNode =>
  exportMenu ? (
    <>
      <Suspense>
        <ListExport {...props} also={props.alsoExported} tooLong={props.tooLong} menu={exportMenu} />
      </Suspense>
      {actions}
    </>
  ) : (
    actions
  )
