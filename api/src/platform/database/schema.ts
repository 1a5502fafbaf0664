// Generated from a migrated database by `npm run db:describe`. Do not edit: change the migrations, or the types
// in column-types.ts.
import type { GeneratedAlways } from 'kysely'

import type { ColumnTypes, Defaulted, Json, Timestamp } from './column-types.ts'

type ResponseDimension =
  | 'all'
  | 'surveyDate'
  | 'investigator'
  | 'mobileNumber'
  | 'supervisor'
  | 'district'
  | 'village'
  | 'villageType'
  | 'villageCategory'

/** The tables and views of the schema `app`. */
export interface Schema {
  audit_log: {
    id: Defaulted<string>
    timestamp: Defaulted<Timestamp>
    created_by_id: string | null
    created_by_email: string
    entity_name: ColumnTypes['audit_log.entity_name']
    entity_id: string
    action: ColumnTypes['audit_log.action']
    values: Json<ColumnTypes['audit_log.values']>
  }
  display_ids: {
    survey_id: string
    display_id: string
    response_id: string
  }
  files: {
    id: Defaulted<string>
    folder: string
    key: string
    name: string
    content_type: ColumnTypes['files.content_type']
    size: number
    sha256: Buffer
    survey_id: string | null
    response_id: string | null
    unused_since: Defaulted<Timestamp | null>
    created_by: string
    created_at: Defaulted<Timestamp>
    question: string | null
    position: Defaulted<number>
    thumbnail_key: string | null
  }
  idempotency_keys: {
    caller: string
    key: string
    request_hash: Buffer
    response: Json<unknown> | null
    created_at: Defaulted<Timestamp>
  }
  import_hashes: {
    entity: ColumnTypes['import_hashes.entity']
    hash: Buffer
    row_id: Defaulted<string>
  }
  rate_limits: {
    subject: string
    window_start: Timestamp
    hits: number
  }
  response_cells: {
    level: number
    cell: number
    survey_id: string
    district: string
    status: ColumnTypes['response_cells.status']
    n: number
  }
  response_cells_recomputed: {
    level: number
    cell: number
    survey_id: string
    district: string
    status: ColumnTypes['response_cells.status']
    n: number
  }
  response_comments: {
    id: Defaulted<string>
    survey_id: string
    response_id: string
    comment: string
    status: ColumnTypes['response_comments.status'] | null
    created_by_id: string | null
    created_by_email: string
    created_at: Defaulted<Timestamp>
  }
  response_counts: {
    dimension: ResponseDimension
    value: string
    survey_id: string
    status: ColumnTypes['response_counts.status']
    n: number
  }
  response_counts_live: {
    dimension: ResponseDimension
    value: string
    survey_id: string
    status: ColumnTypes['response_counts.status']
    n: number
  }
  response_counts_recomputed: {
    dimension: ResponseDimension
    value: string
    survey_id: string
    status: ColumnTypes['response_counts.status']
    n: number
  }
  response_days: {
    dimension: ResponseDimension
    span: 'day' | 'month' | 'ever'
    begins: string
    value: string
    survey_id: string
    received: number
    done: number
    returned: number
  }
  response_days_recomputed: {
    dimension: ResponseDimension
    span: 'day' | 'month' | 'ever'
    begins: string
    value: string
    survey_id: string
    received: number
    done: number
    returned: number
  }
  response_deltas: {
    survey_id: string
    status: ColumnTypes['response_deltas.status']
    survey_date: string | null
    investigator: string
    mobile_number: string | null
    supervisor: string
    district: string | null
    village: string | null
    village_type: string | null
    village_category: string | null
    received_at: Timestamp | null
    n: number
    cell: number | null
    minutes: number | null
  }
  response_durations: {
    dimension: ResponseDimension
    value: string
    survey_id: string
    minutes: number
    n: number
  }
  response_durations_recomputed: {
    dimension: ResponseDimension
    value: string
    survey_id: string
    minutes: number
    n: number
  }
  response_enumerators_live: {
    value: string
    survey_id: string
    n: number
  }
  response_folds: {
    as_of: Timestamp
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
  response_localities_recomputed: {
    kind: 'district' | 'village'
    cell: number
    district: string
    village: string
    survey_id: string
    n: number
    x: number
    y: number
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
  response_places: {
    district: string
    village_type: string
    village_category: string
    survey_id: string
    status: ColumnTypes['response_places.status']
    n: number
  }
  response_places_live: {
    district: string
    village_type: string
    village_category: string
    survey_id: string
    status: ColumnTypes['response_places.status']
    n: number
  }
  response_places_recomputed: {
    district: string
    village_type: string
    village_category: string
    survey_id: string
    status: ColumnTypes['response_places.status']
    n: number
  }
  response_recounts: {
    at: Defaulted<Timestamp>
    wrong: number
  }
  response_status_changes: {
    job_id: string
    response_id: string
    display_id: string
    previous_status: ColumnTypes['response_status_changes.previous_status']
    version: number
  }
  response_status_items: {
    job_id: string
    response_id: string
  }
  response_status_jobs: {
    id: Defaulted<string>
    state: Defaulted<'START' | 'SUCCESS' | 'FAILED'>
    target: ColumnTypes['response_status_jobs.target']
    comment: string | null
    count: number
    changed: Defaulted<number>
    skipped: Defaulted<Json<ColumnTypes['response_status_jobs.skipped']>>
    created_by_id: string
    created_by_email: string
    created_at: Defaulted<Timestamp>
    finished_at: Timestamp | null
  }
  response_undo_jobs: {
    job_id: string
    state: Defaulted<'START' | 'SUCCESS' | 'FAILED'>
    count: number
    reverted: Defaulted<number>
    skipped: Defaulted<Json<ColumnTypes['response_undo_jobs.skipped']>>
    created_at: Defaulted<Timestamp>
    finished_at: Timestamp | null
  }
  response_undo_skips: {
    job_id: string
    response_id: string
    display_id: string
    reason: ColumnTypes['response_undo_skips.reason']
  }
  settings: {
    only_row: Defaulted<boolean>
    theme: Defaulted<ColumnTypes['settings.theme']>
    version: Defaulted<number>
    updated_at: Defaulted<Timestamp>
  }
  survey_exports: {
    id: Defaulted<string>
    status: Defaulted<'START' | 'SUCCESS' | 'FAILED'>
    survey_id: string
    survey_label: string
    filter: Json<ColumnTypes['survey_exports.filter']>
    format: ColumnTypes['survey_exports.format']
    language: string
    personal_data: boolean
    attempt: Defaulted<number>
    rows_read: Defaulted<number>
    rows_expected: number | null
    row_count: number | null
    key: string | null
    file_name: string | null
    file_size: number | null
    sha256: Buffer | null
    failure: Json<ColumnTypes['survey_exports.failure']> | null
    created_by_id: string
    created_by_email: string
    created_at: Defaulted<Timestamp>
    finished_at: Timestamp | null
    expires_at: Timestamp | null
    swept: Defaulted<boolean>
    column_names: Defaulted<ColumnTypes['survey_exports.column_names']>
    answers: Defaulted<ColumnTypes['survey_exports.answers']>
  }
  survey_responses: {
    id: Defaulted<string>
    survey_id: string
    survey_version: number
    survey_label: string
    display_id: string
    status: ColumnTypes['survey_responses.status']
    survey_date: string | null
    start_time: Timestamp | null
    start_offset_minutes: number | null
    orig_time: Timestamp | null
    end_time: Timestamp | null
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
    photo_links: Defaulted<string[]>
    values: Defaulted<Json<ColumnTypes['survey_responses.values']>>
    version: Defaulted<number>
    created_at: Defaulted<Timestamp>
    updated_at: Defaulted<Timestamp>
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
  survey_targets: {
    survey_id: string
    district: string
    district_folded: GeneratedAlways<string>
    target: number
  }
  survey_totals: {
    survey_id: string
    response_count: Defaulted<number>
    last_response_at: Timestamp | null
  }
  survey_versions: {
    survey_id: string
    version: number
    definition: Json<ColumnTypes['survey_versions.definition']>
    created_at: Defaulted<Timestamp>
  }
  surveys: {
    id: Defaulted<string>
    form_id: string
    label: string
    version: Defaulted<number>
    status: Defaulted<ColumnTypes['surveys.status']>
    open_from: string | null
    close_on: string | null
    created_at: Defaulted<Timestamp>
    updated_at: Defaulted<Timestamp>
    label_folded: GeneratedAlways<string>
    targets_version: Defaulted<number>
  }
  user_details: {
    id: Defaulted<string>
    first_name: string
    last_name: string | null
    mobile_number: string | null
    manager_id: string | null
    manager_name: string | null
    onboarding_date: string | null
    gender: ColumnTypes['user_details.gender']
    version: Defaulted<number>
    created_at: Defaulted<Timestamp>
    updated_at: Defaulted<Timestamp>
    first_name_folded: GeneratedAlways<string>
    last_name_folded: GeneratedAlways<string | null>
    full_name_folded: GeneratedAlways<string>
    mobile_number_folded: GeneratedAlways<string | null>
    manager_name_folded: GeneratedAlways<string | null>
  }
  user_roles: {
    user_id: string
    role: ColumnTypes['user_roles.role']
  }
  users: {
    id: Defaulted<string>
    authentication_uid: string | null
    email: string
    first_name: string | null
    last_name: string | null
    full_name: GeneratedAlways<string | null>
    phone_number: string | null
    disabled: Defaulted<boolean>
    version: Defaulted<number>
    created_at: Defaulted<Timestamp>
    updated_at: Defaulted<Timestamp>
    full_name_folded: GeneratedAlways<string | null>
    phone_number_folded: GeneratedAlways<string | null>
    status: GeneratedAlways<ColumnTypes['users.status']>
    avatar_id: string | null
    last_sign_in_at: Timestamp | null
    avatar_links: Defaulted<Json<ColumnTypes['users.avatar_links']>>
  }
}
