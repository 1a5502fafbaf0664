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
  /** Queries of reviewers about one answer of a response. */
  answer_queries: {
    id: Defaulted<string>
    response_id: string
    survey_id: string
    question: string
    state: Defaulted<ColumnTypes['answer_queries.state']>
    opened_by: string | null
    assigned_to: string | null
    opened_at: Defaulted<Timestamp>
    due_at: Timestamp
    version: Defaulted<number>
  }
  /** The last day on which a user got the mail about waiting queries. */
  answer_query_mails: {
    user_id: string
    sent_on: string
  }
  /** Texts and changes of queries, with proposed answers. */
  answer_query_messages: {
    id: Defaulted<string>
    query_id: string
    action: ColumnTypes['answer_query_messages.action']
    text: string | null
    proposal: Json<ColumnTypes['answer_query_messages.proposal']> | null
    accepted_at: Timestamp | null
    created_by_id: string | null
    created_by_email: string
    created_at: Defaulted<Timestamp>
  }
  /** Every change with its user and the values before and after; the application can only read and insert. */
  audit_log: {
    id: Defaulted<string>
    timestamp: Defaulted<Timestamp>
    created_by_id: string | null
    created_by_email: string
    entity_name: ColumnTypes['audit_log.entity_name']
    entity_id: string
    action: ColumnTypes['audit_log.action']
    values: Json<ColumnTypes['audit_log.values']>
    database_role: Defaulted<string | null>
  }
  /** Figures of many responses that checks compare with, such as centres of villages. */
  check_calibrations: {
    survey_id: string
    rule: string
    key: Defaulted<string>
    values: Json<unknown> | null
    is_stale: Defaulted<boolean>
    computed_at: Defaulted<Timestamp>
  }
  /** Properties of each response that the checks compare, as of its last check. */
  check_facts: {
    response_id: string
    survey_id: string
    display_id: string
    investigator: string
    started_at: Timestamp | null
    ended_at: Timestamp | null
    day: string | null
    minutes: number | null
    latitude: number | null
    longitude: number | null
    accuracy: number | null
    village: string | null
    household: string | null
    phone: string | null
    answers: string | null
    answer_count: number
    fingerprint: Buffer | null
  }
  /** Properties of the photos of each response that the checks compare, as of its last check. */
  check_photos: {
    response_id: string
    file_id: string
    survey_id: string
    question: string
    hash: string
    taken_at: Timestamp | null
    latitude: number | null
    longitude: number | null
  }
  /** Responses that changed and that the worker checks next. */
  check_queue: {
    id: GeneratedAlways<number>
    response_id: string
    survey_id: string
    enqueued_at: Defaulted<Timestamp>
    is_recheck: Defaulted<boolean>
  }
  /** Changed rules of data quality whose responses are not all in the check queue yet. */
  check_rechecks: {
    survey_id: string
    rule: string
    phase: Defaulted<'flags' | 'received'>
    received_from: Timestamp | null
    position_at: Defaulted<Timestamp>
    position_id: string | null
    requested_at: Defaulted<Timestamp>
  }
  /** Changes of surveys to the rules of data quality, with drafts and their trials. */
  check_rules: {
    survey_id: string
    rule: string
    is_active: boolean
    severity: 'info' | 'warn' | 'error' | null
    parameters: Defaulted<Json<ColumnTypes['check_rules.parameters']>>
    version: Defaulted<number>
    draft: Json<ColumnTypes['check_rules.draft']> | null
    trial: Json<ColumnTypes['check_rules.trial']> | null
    updated_at: Defaulted<Timestamp>
    id: Defaulted<string>
    edit_version: Defaulted<number>
    active_since: Timestamp | null
  }
  /** Survey Ids, which are unique within a survey across all partitions. */
  display_ids: {
    survey_id: string
    display_id: string
    response_id: string
  }
  /** When the rules that compare enumerators were last applied to a survey. */
  enumerator_checks: {
    survey_id: string
    is_stale: Defaulted<boolean>
    checked_at: Timestamp | null
  }
  /** Rollup: the work of an enumerator in a district on a day. */
  enumerator_days: {
    survey_id: string
    day: string
    investigator: string
    district: string
    interviews: number
    durations: number[]
    first_start: Timestamp
    last_end: Timestamp | null
    asked: number
    missing: number
    dont_know_asked: number
    dont_know: number
    refused_asked: number
    refused: number
    other_asked: number
    other: number
    location_asked: number
    no_location: number
    filter_asked: number
    filter_no: number
    consent_asked: number
    consent_refused: number
  }
  /** Contribution of each response to the figures of its enumerator, as of its last check. */
  enumerator_facts: {
    response_id: string
    survey_id: string
    investigator: string
    district: string
    day: string
    started_at: Timestamp
    ended_at: Timestamp | null
    minutes: number | null
    asked: number
    missing: number
    dont_know_asked: number
    dont_know: number
    refused_asked: number
    refused: number
    other_asked: number
    other: number
    location_asked: number
    no_location: number
    filter_asked: number
    filter_no: number
    consent_asked: number
    consent_refused: number
    numbers: Json<ColumnTypes['enumerator_facts.numbers']>
  }
  /** Differences between enumerators that the rules found. */
  enumerator_flags: {
    survey_id: string
    investigator: string
    rule: string
    condition: string
    question: Defaulted<string>
    severity: 'info' | 'warn' | 'error'
    evidence: Json<ColumnTypes['enumerator_flags.evidence']>
    detected_at: Defaulted<Timestamp>
    until: Timestamp | null
  }
  /** Rollup: sums and last digits of the numbers that an enumerator recorded, by question. */
  enumerator_values: {
    survey_id: string
    question: string
    investigator: string
    district: string
    n: number
    total: string
    squares: string
    last_digits: number[]
    ages: number
    round_ages: number
  }
  /** Names of erased data that are not yet removed from the dictionary of names. */
  erased_names: {
    kind: string
    folded: string
  }
  /** Erasures of the data of households, people and closed surveys; without their content. */
  erasures: {
    id: Defaulted<string>
    kind: 'household' | 'person' | 'survey'
    state: Defaulted<'START' | 'SUCCESS' | 'FAILED'>
    response_ids: Defaulted<string[]>
    user_id: string | null
    user_details_id: string | null
    survey_id: string | null
    reason: string
    report: Defaulted<Json<ColumnTypes['erasures.report']>>
    texts: Defaulted<string[]>
    position: string | null
    created_by_id: string | null
    created_by_email: string
    created_at: Defaulted<Timestamp>
    finished_at: Timestamp | null
  }
  /** Files of interviews from phones, as the phone named them. */
  field_attachments: {
    submission_id: string
    name: string
    state: 'expected' | 'received' | 'converted' | 'rejected'
    kind: 'photo' | 'audio' | 'video' | 'file' | null
    question: string | null
    file_id: string | null
    response_id: string | null
    size: number | null
    sha256: Buffer | null
    storage_key: string | null
  }
  /** Phones that used the token of a device, by the id that ODK Collect sends. */
  field_device_ids: {
    device_id: string
    odk_device_id: string
    first_seen: Defaulted<Timestamp>
    last_seen: Defaulted<Timestamp>
  }
  /** Devices of enumerators; the token of a device is stored as a hash. */
  field_devices: {
    id: Defaulted<string>
    label: string
    user_details_id: string | null
    token_hash: Buffer
    surveys: string[] | null
    state: GeneratedAlways<ColumnTypes['field_devices.state']>
    created_by: string
    created_at: Defaulted<Timestamp>
    updated_at: Defaulted<Timestamp>
    version: Defaulted<number>
    revoked_at: Timestamp | null
    last_seen_at: Timestamp | null
    last_version: string | null
    label_folded: GeneratedAlways<string>
  }
  /** Instances of interviews from phones, which are unique within a survey across all partitions. */
  field_instances: {
    survey_id: string
    instance_id: string
    submission_id: string
    response_id: string | null
    is_current: Defaulted<boolean>
  }
  /**
   * Interviews as phones sent them, with the XML. The inbox has the interviews that are not stored as a
   * response.
   */
  field_submissions: {
    id: Defaulted<string>
    survey_id: string
    survey_version: number
    instance_id: string
    deprecated_id: string | null
    device_id: string
    odk_device_id: string
    user_agent: string
    received_at: Defaulted<Timestamp>
    state: 'receiving' | 'stored' | 'conflict' | 'heldBack' | 'unreadable' | 'discarded' | 'erased'
    response_id: string | null
    decided_at: Timestamp | null
    problem: Json<unknown> | null
    xml_sha256: Buffer
    xml: Buffer
  }
  /** Stored files; a file is reachable only through its row. */
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
    created_by: string | null
    created_at: Defaulted<Timestamp>
    question: string | null
    position: Defaulted<number>
    thumbnail_key: string | null
    taken_at: Timestamp | null
    taken_latitude: number | null
    taken_longitude: number | null
    taken_local: string | null
  }
  /** Files of erased data, and files to hand over, that will be removed from the storage. */
  files_to_remove: {
    key: string
    due_at: Defaulted<Timestamp>
  }
  /**
   * Idempotency keys with the response to the first POST, or the id of the record that it created; a retry
   * returns it.
   */
  idempotency_keys: {
    caller: string
    key: string
    request_hash: Buffer
    response: Json<unknown> | null
    created_at: Defaulted<Timestamp>
  }
  /** Hashes of imported file rows, so that each row is stored once. */
  import_hashes: {
    entity: ColumnTypes['import_hashes.entity']
    hash: Buffer
    row_id: Defaulted<string>
  }
  /** Limits the responses that a user may read; a user without a row is not limited. */
  memberships: {
    id: Defaulted<string>
    user_id: string
    survey_id: string | null
    districts: string[] | null
    own_team: Defaulted<boolean>
  }
  /** Forms as phones receive them, by version of the questionnaire. */
  phone_forms: {
    survey_id: string
    version: number
    generator: number
    default_language: string
    md5: string
    content: Buffer
  }
  /** Number of calls per subject and time window. */
  rate_limits: {
    subject: string
    window_start: Timestamp
    hits: number
  }
  /** Users who read unusually many records on one day. */
  read_alerts: {
    user_id: string
    day: string
    record_count: number
    created_at: Defaulted<Timestamp>
  }
  /** Who read which personal data, partitioned by month; the application can only read and insert. */
  read_log: {
    id: Defaulted<string>
    timestamp: Defaulted<Timestamp>
    user_id: string
    entity: ColumnTypes['read_log.entity']
    kind: ColumnTypes['read_log.kind']
    record_id: string | null
    filter: Json<ColumnTypes['read_log.filter']> | null
    record_count: number
  }
  /** Releases that have migrated the database. */
  releases: {
    version: string
    migrated_at: Timestamp
  }
  /**
   * Answers to the searchable questions, for filters and orders of lists; triggers keep them equal to the
   * responses.
   */
  response_answers: {
    question_id: number
    response_id: string
    answer_number: number | null
    answer_text: string | null
    answer_time: Timestamp | null
  }
  /** Rollup: responses per map square, in two sizes. */
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
  /** Comments on responses, with the status that was set with them. */
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
  /** Rollup: responses per survey, status and value of one dimension. */
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
  /**
   * Rollup: received, done and returned responses per day, and for enumerators also per month and in total.
   */
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
  /** Changes of responses that the worker has not folded into the rollups yet. */
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
  /** Responses that were rejected as duplicates, with the response that was kept. */
  response_duplicates: {
    response_id: string
    duplicate_of: string
    created_at: Defaulted<Timestamp>
  }
  /** Rollup: histogram of interview durations per enumerator and supervisor. */
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
  /** Rollup: open flags of responses per survey and severity. */
  response_flag_counts: {
    survey_id: string
    severity: string
    n: number
  }
  response_flag_counts_live: {
    survey_id: string
    severity: string
    n: number
  }
  response_flag_counts_recomputed: {
    survey_id: string
    severity: string
    n: number
  }
  /** Changes of open flags that the worker has not folded into their rollup yet. */
  response_flag_deltas: {
    survey_id: string
    severity: string
    n: number
  }
  /** Evidence that a response needs attention, with the decision of a reviewer. */
  response_flags: {
    response_id: string
    rule: string
    question: Defaulted<string>
    survey_id: string
    investigator: string
    condition: string
    severity: 'info' | 'warn' | 'error'
    state: Defaulted<'open' | 'confirmed' | 'waived' | 'fixed' | 'withdrawn'>
    evidence: Json<ColumnTypes['response_flags.evidence']>
    evidence_hash: string
    rule_version: number
    detected_at: Defaulted<Timestamp>
    decided_by: string | null
    decided_at: Timestamp | null
    reason: 'respondentConfirmed' | 'knownException' | 'ruleWrong' | 'other' | null
    comment: string | null
  }
  /** Time of the last fold of deltas into the rollups, in exactly one row. */
  response_folds: {
    as_of: Timestamp
  }
  /** Rollup: responses and positions of districts and villages, for the names on the map. */
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
  /** Dictionary of the names and words that searches and pickers find. */
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
  /** Rollup: responses per combination of district, village type and village category. */
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
  /** Number of wrong rollup rows that each nightly recount found. */
  response_recounts: {
    at: Defaulted<Timestamp>
    wrong: number
  }
  /** Status changes of bulk reviews, kept for two days so that the user can undo them. */
  response_status_changes: {
    job_id: string
    response_id: string
    display_id: string
    previous_status: ColumnTypes['response_status_changes.previous_status']
    version: number
  }
  /** Responses that a bulk review has not processed yet. */
  response_status_items: {
    job_id: string
    response_id: string
  }
  /** Bulk reviews, running and finished. */
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
    waiver: Json<ColumnTypes['response_status_jobs.waiver']> | null
  }
  /** Undo of bulk reviews, at most once per review. */
  response_undo_jobs: {
    job_id: string
    state: Defaulted<'START' | 'SUCCESS' | 'FAILED'>
    count: number
    reverted: Defaulted<number>
    skipped: Defaulted<Json<ColumnTypes['response_undo_jobs.skipped']>>
    created_at: Defaulted<Timestamp>
    finished_at: Timestamp | null
  }
  /** Responses that an undo skipped, with the reason. */
  response_undo_skips: {
    job_id: string
    response_id: string
    display_id: string
    reason: ColumnTypes['response_undo_skips.reason']
  }
  /** Which responses are reviewed in surveys that review a sample, and why; kept by the worker. */
  review_draws: {
    response_id: string
    survey_id: string
    investigator_hash: number
    week: string
    reason: ColumnTypes['review_draws.reason'] | null
    drawn_at: Defaulted<Timestamp>
  }
  /** Responses that wait for a review, with their risk; kept by the worker. */
  review_queue: {
    response_id: string
    survey_id: string
    investigator: string
    investigator_id: string | null
    supervisor_id: string | null
    district: string | null
    flag_points: number
    investigator_points: number
    score: GeneratedAlways<number>
    received_at: Timestamp
    due_at: Defaulted<Timestamp>
    is_selected: Defaulted<boolean>
    reviewer_id: string | null
    claimed_by: string | null
    claimed_at: Timestamp | null
    claimed_until: Timestamp | null
  }
  /** How the responses of a survey are reviewed; a survey without a row has the defaults. */
  review_settings: {
    survey_id: string
    due_hours: Defaulted<number>
    sample_percent: number | null
    sample_minimum: Defaulted<number>
    seed: Buffer
    version: Defaulted<number>
  }
  /** Questions by whose answers the responses of a survey are found. */
  searchable_questions: {
    id: GeneratedAlways<number>
    survey_id: string
    key: string
    kind: 'text' | 'number' | 'date' | 'time' | 'dateTime' | 'choice' | 'choices'
    position: number
    state: Defaulted<'filling' | 'ready' | 'removed'>
    changed_in: Defaulted<string>
    filled_time: Timestamp | null
    filled_id: string | null
    filled_rows: Defaulted<number>
  }
  /** Settings of the installation, in exactly one row. */
  settings: {
    only_row: Defaulted<boolean>
    theme: Defaulted<ColumnTypes['settings.theme']>
    version: Defaulted<number>
  }
  /** Exports of responses, running and finished. */
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
    small_cells: Json<ColumnTypes['survey_exports.small_cells']> | null
  }
  /** Workbooks and attached lists that versions of questionnaires were loaded from. */
  survey_files: {
    survey_id: string
    version: number
    kind: ColumnTypes['survey_files.kind']
    name: string
    content: Buffer
  }
  /** Responses with their answers, partitioned by the time of receipt. */
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
  /** Target number of responses of a survey: in total (empty district) or per district. */
  survey_targets: {
    survey_id: string
    district: string
    district_folded: GeneratedAlways<string>
    target: number
  }
  /** Number of responses and time of the last response of each survey. */
  survey_totals: {
    survey_id: string
    response_count: Defaulted<number>
    last_response_at: Timestamp | null
  }
  /** Versions of questionnaires, which never change. */
  survey_versions: {
    survey_id: string
    version: number
    definition: Json<ColumnTypes['survey_versions.definition']>
    created_at: Defaulted<Timestamp>
    created_by: string | null
    warnings: Defaulted<Json<ColumnTypes['survey_versions.warnings']>>
    time_zone: GeneratedAlways<string | null>
    languages: GeneratedAlways<ColumnTypes['survey_versions.languages']>
    question_count: GeneratedAlways<number>
  }
  /** Surveys, each identified by the `form_id` of its questionnaire. */
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
    retention_months: number | null
    closed_at: Timestamp | null
    anonymised_at: Timestamp | null
    settings_version: Defaulted<number>
    form_id_folded: GeneratedAlways<string>
  }
  /** Staff and enumerators; their manager is another row of this table. */
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
  /** Roles of the users. */
  user_roles: {
    user_id: string
    role: ColumnTypes['user_roles.role']
  }
  /** Users of the back office; the identity service stores their credentials. */
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
    user_details_id: string | null
    second_factor_asked_at: Timestamp | null
  }
}
