import type { AuditAction, EntityName } from '@baseline/contract/audit-log/contract.ts'
import type { AvatarLink, UserStatus } from '@baseline/contract/iam/contract.ts'
import type { Role } from '@baseline/contract/permissions.ts'
import type { Theme } from '@baseline/contract/settings/contract.ts'
import type { ImageType } from '@baseline/contract/storage/folders.ts'
import type {
  AnswerNotation,
  ColumnNaming,
  ExportFailure,
  ExportFormat,
} from '@baseline/contract/survey-responses/exports/contract.ts'
import type { SurveyResponseFilter } from '@baseline/contract/survey-responses/response.ts'
import type { ResponseStatus } from '@baseline/contract/survey-responses/status.ts'
import type { SurveyDefinition, SurveyStatus } from '@baseline/contract/surveys/master.ts'
import type { Gender } from '@baseline/contract/user-details/contract.ts'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

import type { ReviewTables } from './review-tables.ts'

/** The number of responses with one value of a dimension. */
interface ResponseCount {
  dimension:
    | 'all'
    | 'surveyDate'
    | 'investigator'
    | 'mobileNumber'
    | 'supervisor'
    | 'district'
    | 'village'
    | 'villageType'
    | 'villageCategory'
  value: string
  survey_id: string
  status: ResponseStatus
  n: number
}

/** The tables of schema `app` after all migrations. */
export interface Schema extends ReviewTables {
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
    avatar_links: ColumnType<AvatarLink[], string | undefined, string>
    last_sign_in_at: Date | null
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
    question: string | null
    position: Generated<number>
    thumbnail_key: string | null
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
    targets_version: Generated<number>
    created_at: Generated<Date>
    updated_at: Generated<Date>
  }
  survey_targets: {
    survey_id: string
    district: string
    district_folded: GeneratedAlways<string>
    target: number
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
  response_deltas: { survey_id: string; received_at: Date | null; n: number }
  response_counts: ResponseCount
  response_counts_live: ResponseCount
  response_days: {
    dimension: ResponseCount['dimension']
    span: 'day' | 'month' | 'ever'
    begins: string
    value: string
    survey_id: string
    received: number
    done: number
    returned: number
  }
  response_cells: {
    level: number
    cell: number
    survey_id: string
    district: string
    status: ResponseStatus
    n: number
  }
  response_places_live: {
    district: string
    village_type: string
    village_category: string
    survey_id: string
    status: ResponseStatus
    n: number
  }
  response_durations: {
    dimension: ResponseCount['dimension']
    value: string
    survey_id: string
    minutes: number
    n: number
  }
  response_localities: {
    kind: 'district' | 'village'
    cell: number
    district: string
    village: string
    survey_id: string
    n: number
    x: number
    y: number
  }
  response_enumerators_live: { value: string; survey_id: string; n: number }
  response_folds: { as_of: Date }
  response_recounts: { at: Generated<Date>; wrong: number }
  survey_responses: {
    id: Generated<string>
    survey_id: string
    survey_version: number
    survey_label: string
    display_id: string
    status: ResponseStatus
    survey_date: string | null
    start_time: ColumnType<Date | null, Date | string | null, string | null>
    start_offset_minutes: number | null
    orig_time: ColumnType<Date | null, Date | string | null, string | null>
    end_time: ColumnType<Date | null, Date | string | null, string | null>
    user_id: string | null
    email: string | null
    investigator_id: string | null
    investigator_name: string
    investigator_email: string | null
    investigator_mobile_number: string | null
    supervisor_id: string | null
    supervisor_name: string
    district_name: string | null
    village: string | null
    village_type: string | null
    village_category: string | null
    household_name: string | null
    latitude: number | null
    longitude: number | null
    accuracy: number | null
    photo_links: Generated<string[]>
    values: ColumnType<Record<string, unknown>, string, string>
    version: Generated<number>
    created_at: ColumnType<Date, Date | string | undefined>
    updated_at: Generated<Date>
    display_id_folded: GeneratedAlways<string>
    investigator_name_folded: GeneratedAlways<string>
    investigator_mobile_number_folded: GeneratedAlways<string | null>
    supervisor_name_folded: GeneratedAlways<string>
    district_name_folded: GeneratedAlways<string | null>
    village_folded: GeneratedAlways<string | null>
    village_type_folded: GeneratedAlways<string | null>
    village_category_folded: GeneratedAlways<string | null>
    household_name_folded: GeneratedAlways<string | null>
    times_consistent: GeneratedAlways<boolean>
    cell: GeneratedAlways<number | null>
    minutes: GeneratedAlways<number | null>
  }
  response_names: {
    kind:
      | 'investigator'
      | 'supervisor'
      | 'mobileNumber'
      | 'displayIdWord'
      | 'household'
      | 'householdWord'
      | 'district'
      | 'village'
      | 'villageType'
      | 'villageCategory'
    folded: string
    label: string | null
  }
  display_ids: { survey_id: string; display_id: string; response_id: string }
  response_comments: {
    id: Generated<string>
    survey_id: string
    response_id: string
    comment: string
    status: ResponseStatus | null
    created_by_id: string | null
    created_by_email: string
    created_at: ColumnType<Date, Date | string | undefined>
  }
  survey_exports: {
    id: Generated<string>
    status: Generated<'START' | 'SUCCESS' | 'FAILED'>
    survey_id: string
    survey_label: string
    filter: ColumnType<SurveyResponseFilter, string, never>
    format: ExportFormat
    language: string
    personal_data: boolean
    column_names: ColumnNaming
    answers: AnswerNotation
    attempt: Generated<number>
    rows_read: Generated<number>
    rows_expected: number | null
    row_count: number | null
    key: string | null
    file_name: string | null
    file_size: number | null
    sha256: Buffer | null
    failure: ColumnType<{ key: ExportFailure; params: Record<string, string> } | null, never, string>
    created_by_id: string
    created_by_email: string
    created_at: Generated<Date>
    finished_at: Date | null
    expires_at: Date | null
    swept: Generated<boolean>
  }
  rate_limits: { subject: string; window_start: Date; hits: number }
}
