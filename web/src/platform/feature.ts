import type { EntityName } from '@baseline/contract/audit-log/contract.ts'
import type { MessageKey } from '@baseline/contract/messages/translate.ts'
import type { Permission } from '@baseline/contract/permissions.ts'
import type { SurveyDefinition } from '@baseline/contract/surveys/master.ts'
import type { ComponentType } from 'react'

/**
 * Who may open a screen. spec §2
 * `private` asks for sign-in, a verified email and a role, and for the permission if there is one;
 * `public` is for people not signed in; `open` is for everyone and never redirects.
 */
export type ScreenAccess = 'private' | 'public' | 'emailUnverified' | 'emptyPermissions' | 'open'

export interface Screen {
  /** Parameters as the router writes them: `/iam/$id`. */
  path: string
  access: ScreenAccess
  permission?: Permission
  /** Names the browser's tab; left out where the name of the product says it all. */
  title?: MessageKey
  /** What of the address means something to the screen; the rest is left out. */
  validateSearch?: (search: Record<string, unknown>) => Record<string, unknown>
  load: () => Promise<ComponentType>
}

export interface MenuItem {
  path: string
  /** Another address of the same screen. */
  alsoAt?: string
  label: MessageKey
  icon: ComponentType
  permission?: Permission
}

export interface EntityMapProps {
  /** The filters, as the address of the list has them. */
  address: Record<string, unknown>
}

/** The labels and values of a response's fields in the words of its questionnaire. `values.age` names the answer `age`. */
export interface AnswerTexts {
  fieldName: (survey: SurveyDefinition, field: string) => string
  valueText: (survey: SurveyDefinition, field: string, value: unknown) => string | undefined
}

/** What an entity adds to the application: one declaration, found by `features/index.ts`. */
export interface Feature {
  screens: Screen[]
  menu?: MenuItem
  /** Where a record named in the audit log is seen. */
  records?: Partial<Record<EntityName, (id: string) => string>>
  /** What was found where, as a list at this address has it: for screens of other entities. */
  map?: ComponentType<EntityMapProps>
  /** Where a list is seen that some filter finds; it is written as the list's own address. */
  lists?: Partial<Record<EntityName, (address: Record<string, unknown>) => string>>
  /** For entries of the audit log; loaded when one is opened. */
  answerTexts?: () => Promise<AnswerTexts>
  /** Where the history of a record is read. */
  history?: (entity: EntityName, id: string) => string
}
