import type { AuditAction, EntityName } from '@baseline/contract/audit-log/contract.ts'
import type { UserStatus } from '@baseline/contract/iam/contract.ts'
import type { Role } from '@baseline/contract/permissions.ts'
import type { Theme } from '@baseline/contract/settings/contract.ts'
import type { ImageType } from '@baseline/contract/storage/folders.ts'
import type { SurveyDefinition, SurveyStatus } from '@baseline/contract/surveys/master.ts'
import type { Gender } from '@baseline/contract/user-details/contract.ts'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** The tables of schema app as the migrations leave them. */
export interface Schema {
  users: {
    id: Generated<string>
    authentication_uid: string | null
    email: string
    first_name: string | null
    last_name: string | null
    full_name: GeneratedAlways<string | null>
    full_name_folded: GeneratedAlways<string | null>
    phone_number: string | null
    phone_number_folded: GeneratedAlways<string | null>
    disabled: Generated<boolean>
    avatar_id: string | null
    status: GeneratedAlways<UserStatus>
    version: Generated<number>
    created_at: Generated<Date>
    updated_at: Generated<Date>
  }
  user_roles: { user_id: string; role: Role }
  user_details: {
    id: Generated<string>
    first_name: string
    last_name: string | null
    mobile_number: string | null
    manager_id: string | null
    manager_name: string | null
    onboarding_date: string | null
    gender: Gender
    version: Generated<number>
    created_at: Generated<Date>
    updated_at: Generated<Date>
    first_name_folded: GeneratedAlways<string>
    last_name_folded: GeneratedAlways<string | null>
    full_name_folded: GeneratedAlways<string>
    mobile_number_folded: GeneratedAlways<string | null>
    manager_name_folded: GeneratedAlways<string | null>
  }
  import_hashes: { entity: EntityName; hash: Buffer; row_id: Generated<string> }
  settings: {
    only_row: Generated<boolean>
    theme: Generated<Theme>
    version: Generated<number>
    updated_at: Generated<Date>
  }
  audit_log: {
    id: Generated<string>
    timestamp: Generated<Date>
    created_by_id: string | null
    created_by_email: string
    entity_name: EntityName
    entity_id: string
    action: AuditAction
    values: ColumnType<{ before: unknown; after: unknown }, string, never>
  }
  idempotency_keys: {
    caller: string
    key: string
    request_hash: Buffer
    response: ColumnType<unknown, string | null, string>
    created_at: Generated<Date>
  }
  files: {
    id: Generated<string>
    folder: string
    key: string
    name: string
    content_type: ImageType
    size: number
    sha256: Buffer
    survey_id: string | null
    response_id: string | null
    unused_since: Generated<Date | null>
    created_by: string
    created_at: Generated<Date>
  }
  surveys: {
    id: Generated<string>
    form_id: string
    label: string
    label_folded: GeneratedAlways<string>
    version: Generated<number>
    status: Generated<SurveyStatus>
    open_from: string | null
    close_on: string | null
    created_at: Generated<Date>
    updated_at: Generated<Date>
  }
  survey_versions: {
    survey_id: string
    version: number
    definition: ColumnType<SurveyDefinition, string, never>
    created_at: Generated<Date>
  }
  survey_totals: {
    survey_id: string
    response_count: Generated<number>
    last_response_at: Date | null
  }
  rate_limits: { subject: string; window_start: Date; hits: number }
}
