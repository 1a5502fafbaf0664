/**
 * Where personal data lie, by table. Each column is in one list:
 * - `household`: about a household, removed with its responses, or at the end of the retention period.
 * - `staff`: names, addresses and phone numbers of staff and users, replaced when the person is erased.
 * - `typed`: texts that users type, such as comments and filters, which can name a household or a person.
 * - `account`: belongs to an account and is deleted with it.
 * - `other`: ids, times, codes, figures and settings.
 * A test compares this list with the schema, so that a new column must be classified.
 */
export const personalDataRegister: Readonly<
  Record<string, Partial<Record<'household' | 'staff' | 'typed' | 'account' | 'other', string>>>
> = {
  'app.answer_queries': {
    other: 'id response_id survey_id question state opened_by assigned_to opened_at due_at version',
  },
  'app.answer_query_messages': {
    household: 'proposal',
    staff: 'created_by_email',
    typed: 'text',
    other: 'id query_id action accepted_at created_by_id created_at',
  },
  'app.answer_query_mails': { other: 'user_id sent_on' },
  'app.audit_log': {
    household: 'values',
    staff: 'created_by_email',
    other: 'id timestamp created_by_id entity_name entity_id action database_role',
  },
  'app.check_calibrations': { household: 'key values', other: 'survey_id rule is_stale computed_at' },
  'app.check_facts': {
    household: 'display_id latitude longitude accuracy village household phone answers fingerprint',
    staff: 'investigator',
    other: 'response_id survey_id started_at ended_at day minutes answer_count',
  },
  'app.check_photos': {
    household: 'hash latitude longitude',
    other: 'response_id file_id survey_id question taken_at',
  },
  'app.check_queue': { other: 'id response_id survey_id enqueued_at is_recheck' },
  'app.check_rechecks': { other: 'survey_id rule phase received_from position_at position_id requested_at' },
  'app.check_rules': {
    // A trial has answers of examples and names of enumerators.
    household: 'trial',
    other:
      'id survey_id rule is_active severity parameters version edit_version active_since draft updated_at',
  },
  'app.display_ids': { household: 'display_id', other: 'survey_id response_id' },
  'app.enumerator_checks': { other: 'survey_id is_stale checked_at' },
  'app.enumerator_days': {
    household: 'district',
    staff: 'investigator',
    other:
      'survey_id day interviews durations first_start last_end asked missing dont_know_asked dont_know refused_asked refused other_asked other location_asked no_location filter_asked filter_no consent_asked consent_refused',
  },
  'app.enumerator_facts': {
    household: 'district numbers',
    staff: 'investigator',
    other:
      'response_id survey_id day started_at ended_at minutes asked missing dont_know_asked dont_know refused_asked refused other_asked other location_asked no_location filter_asked filter_no consent_asked consent_refused',
  },
  'app.enumerator_flags': {
    staff: 'investigator evidence',
    other: 'survey_id rule condition question severity detected_at until',
  },
  'app.enumerator_values': {
    household: 'district',
    staff: 'investigator',
    other: 'survey_id question n total squares last_digits ages round_ages',
  },
  'app.erased_names': { household: 'folded', other: 'kind' },
  'app.erasures': {
    staff: 'texts created_by_email',
    typed: 'reason',
    other:
      'id kind state response_ids user_id user_details_id survey_id report position created_by_id created_at finished_at',
  },
  'app.field_attachments': {
    household: 'name',
    other: 'submission_id state kind question file_id response_id size sha256 storage_key',
  },
  'app.field_device_ids': { staff: 'odk_device_id', other: 'device_id first_seen last_seen' },
  'app.field_devices': {
    staff: 'label label_folded',
    other:
      'id user_details_id token_hash surveys state created_by created_at updated_at version revoked_at last_seen_at last_version',
  },
  'app.field_instances': { other: 'survey_id instance_id submission_id response_id is_current' },
  'app.field_submissions': {
    household: 'xml problem',
    staff: 'odk_device_id',
    other:
      'id survey_id survey_version instance_id deprecated_id device_id user_agent received_at state response_id xml_sha256 decided_at',
  },
  'app.files': {
    household: 'name taken_at taken_local taken_latitude taken_longitude',
    other:
      'id folder key content_type size sha256 survey_id response_id unused_since created_by created_at question position thumbnail_key',
  },
  'app.files_to_remove': { other: 'key due_at' },
  'app.idempotency_keys': { household: 'response', other: 'caller key request_hash created_at' },
  'app.import_hashes': { other: 'entity hash row_id' },
  'app.memberships': { other: 'id user_id survey_id districts own_team' },
  'app.phone_forms': { other: 'survey_id version generator md5 content default_language' },
  'app.rate_limits': { other: 'subject window_start hits' },
  'app.releases': { other: 'version migrated_at' },
  'app.read_alerts': { other: 'user_id day record_count created_at' },
  'app.read_log': { typed: 'filter', other: 'id timestamp user_id entity kind record_id record_count' },
  'app.response_answers': {
    household: 'answer_number answer_text',
    other: 'question_id response_id answer_time',
  },
  'app.response_cells': { household: 'cell district', other: 'level survey_id status n' },
  'app.response_comments': {
    staff: 'created_by_email',
    typed: 'comment',
    other: 'id survey_id response_id status created_by_id created_at',
  },
  'app.response_counts': { staff: 'value', other: 'dimension survey_id status n' },
  'app.response_days': { staff: 'value', other: 'dimension span begins survey_id received done returned' },
  'app.response_deltas': {
    household: 'district village village_type village_category cell',
    staff: 'investigator mobile_number supervisor',
    other: 'survey_id status survey_date received_at n minutes',
  },
  'app.response_duplicates': { other: 'response_id duplicate_of created_at' },
  'app.response_durations': { staff: 'value', other: 'dimension survey_id minutes n' },
  'app.response_flag_counts': { other: 'survey_id severity n' },
  'app.response_flag_deltas': { other: 'survey_id severity n' },
  'app.response_flags': {
    household: 'evidence evidence_hash',
    staff: 'investigator',
    typed: 'comment',
    other:
      'response_id rule question survey_id condition severity state rule_version detected_at decided_by decided_at reason',
  },
  'app.response_folds': { other: 'as_of' },
  'app.response_localities': { household: 'cell district village x y', other: 'kind survey_id n' },
  'app.response_names': { household: 'folded label', other: 'kind' },
  'app.response_places': {
    household: 'district village_type village_category',
    other: 'survey_id status n',
  },
  'app.response_recounts': { other: 'at wrong' },
  'app.response_status_changes': {
    household: 'display_id',
    other: 'job_id response_id previous_status version',
  },
  'app.response_status_items': { other: 'job_id response_id' },
  'app.response_status_jobs': {
    staff: 'created_by_email',
    typed: 'comment waiver',
    other: 'id state target count changed skipped created_by_id created_at finished_at',
  },
  'app.response_undo_jobs': { other: 'job_id state count reverted skipped created_at finished_at' },
  'app.response_undo_skips': { household: 'display_id', other: 'job_id response_id reason' },
  'app.review_draws': { other: 'response_id survey_id investigator_hash week reason drawn_at' },
  'app.review_queue': {
    household: 'district',
    staff: 'investigator',
    other:
      'response_id survey_id investigator_id supervisor_id flag_points investigator_points score received_at due_at is_selected reviewer_id claimed_by claimed_at claimed_until',
  },
  'app.review_settings': { other: 'survey_id due_hours sample_percent sample_minimum seed version' },
  'app.searchable_questions': {
    other: 'id survey_id key kind position state changed_in filled_time filled_id filled_rows',
  },
  'app.settings': { other: 'only_row theme version' },
  'app.survey_exports': {
    household: 'failure',
    staff: 'created_by_email',
    typed: 'filter',
    other:
      'id status survey_id survey_label format language personal_data attempt rows_read rows_expected row_count key file_name file_size sha256 created_by_id created_at finished_at expires_at swept column_names answers small_cells',
  },
  'app.survey_files': { other: 'survey_id version kind name content' },
  'app.survey_responses': {
    household:
      'display_id district_name village village_type village_category household_name latitude longitude accuracy photo_links values display_id_folded district_name_folded village_folded village_type_folded village_category_folded household_name_folded cell',
    staff:
      'email investigator_name investigator_email investigator_mobile_number supervisor_name investigator_name_folded investigator_mobile_number_folded supervisor_name_folded',
    other:
      'id survey_id survey_version survey_label status survey_date start_time start_offset_minutes orig_time end_time user_id investigator_id supervisor_id version created_at updated_at times_consistent minutes',
  },
  'app.survey_targets': { other: 'survey_id district district_folded target' },
  'app.survey_totals': { other: 'survey_id response_count last_response_at' },
  'app.survey_versions': {
    other: 'survey_id version definition created_at created_by warnings time_zone languages question_count',
  },
  'app.surveys': {
    other:
      'id form_id label version status open_from close_on created_at updated_at label_folded targets_version retention_months closed_at anonymised_at settings_version form_id_folded',
  },
  'app.user_details': {
    staff:
      'first_name last_name mobile_number manager_name onboarding_date gender first_name_folded last_name_folded full_name_folded mobile_number_folded manager_name_folded',
    other: 'id manager_id version created_at updated_at',
  },
  'app.user_roles': { other: 'user_id role' },
  'app.users': {
    staff:
      'email first_name last_name full_name phone_number full_name_folded phone_number_folded avatar_links',
    account: 'authentication_uid avatar_id last_sign_in_at',
    other: 'id disabled version created_at updated_at status user_details_id second_factor_asked_at',
  },
  'identity.account': {
    account:
      'id accountId providerId userId accessToken refreshToken idToken accessTokenExpiresAt refreshTokenExpiresAt scope password createdAt updatedAt',
  },
  'identity.jwks': { other: 'id publicKey privateKey createdAt expiresAt alg crv' },
  'identity.passkey': {
    account: 'id name publicKey userId credentialID counter deviceType backedUp transports createdAt aaguid',
  },
  'identity.rate_limits': { other: 'key count window_ends_at' },
  // The sender is a keyed hash. An id without its account names no person.
  'identity.security_events': { other: 'id at event user_id sender result' },
  'identity.session': {
    account: 'id expiresAt token createdAt updatedAt ipAddress userAgent userId',
  },
  'identity.twoFactor': {
    account: 'id secret backupCodes userId verified failedVerificationCount lockedUntil',
  },
  'identity.user': {
    account: 'id name email emailVerified image createdAt updatedAt disabled twoFactorEnabled',
  },
  'identity.verification': { account: 'id identifier value expiresAt createdAt updatedAt' },
}
