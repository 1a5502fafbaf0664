import type { EntityName } from '@baseline/contract/audit-log/contract.ts'
import type { MessageKey } from '@baseline/contract/messages/translate.ts'
import type { Permission } from '@baseline/contract/permissions.ts'
import type { ComponentType } from 'react'

/**
 * Who may open a screen. spec §2
 * `private` requires sign-in, a verified email, a role and the permission, if any; `public` is for users who
 * are not signed in; `open` admits everyone and never redirects.
 */
export type ScreenAccess = 'private' | 'public' | 'emailUnverified' | 'emptyPermissions' | 'open'

export interface Screen {
  /** Parameters are written as in the router: `/iam/$id`. */
  path: string
  access: ScreenAccess
  permission?: Permission
  /** Title of the browser tab; omitted if the product's name is enough. */
  title?: MessageKey
  /** Returns the search parameters that the screen uses; others are removed. */
  validateSearch?: (search: Record<string, unknown>) => Record<string, unknown>
  load: () => Promise<ComponentType>
  /** A private screen that uses only the texts of the start; the others wait for the texts of the screens. */
  usesStartTexts?: boolean
}

export interface MenuItem {
  path: string
  /** Another path of the same screen. */
  otherPath?: string
  label: MessageKey
  icon: ComponentType
  permission?: Permission
}

export interface MapProps {
  /** The filters, as in the URL of the list. */
  address: Record<string, unknown>
}

export interface PreviewProps {
  /** The record, as the API sends it. */
  record: unknown
}

export interface DialogProps {
  record: { id: string; label: string }
  /** Names that the screen knows, to choose from. */
  suggestions: readonly string[]
  onSaved: () => void
  onClose: () => void
}

/** Labels and values of a record's fields, if a definition describes them. */
export interface FieldTexts {
  fieldName: (field: string) => string
  valueText: (field: string, value: unknown) => string | undefined
  /** Returns the column that a field fills, if any: both have the same value. */
  columnOf: (field: string) => string | undefined
}

type LoadFieldTexts = (
  definition: { id: string; version: number },
  signal: AbortSignal,
) => Promise<FieldTexts>

type ByEntity<Offer> = Partial<Record<EntityName, Offer>>

/** The parts that an entity adds to the application; registered in `features/index.ts`. */
export interface Feature {
  screens: Screen[]
  menu?: MenuItem
  /** Path of a record named in the audit log. */
  records?: ByEntity<(id: string) => string>
  /** Path of the list of an entity with the given filters, encoded as in the list's own URL. */
  lists?: ByEntity<(address: Record<string, unknown>) => string>
  /** Map of a list, for screens of other entities; loaded on demand. */
  maps?: ByEntity<ComponentType<MapProps>>
  /** Dialog that edits a record, for screens of other entities; loaded on demand. */
  dialogs?: ByEntity<ComponentType<DialogProps>>
  /** Form of a record that is not stored, for screens of other entities; loaded on demand. */
  previews?: ByEntity<ComponentType<PreviewProps>>
  /** Loads the texts for entries of the audit log. */
  fieldTexts?: ByEntity<LoadFieldTexts>
  /** Path of the history of a record. */
  history?: (entity: EntityName, id: string) => string
}
