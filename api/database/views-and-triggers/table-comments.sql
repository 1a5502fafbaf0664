-- `npm run db:describe` copies these sentences to docs/data-model.md and to the types of the tables.
comment on table audit_log is 'Every change with its user and the values before and after; the application can only read and insert.';
comment on table check_queue is 'Responses that changed and that the worker checks next.';
comment on table check_rules is 'Changes of surveys to the rules of data quality, with drafts and their trials.';
comment on table display_ids is 'Survey Ids, which are unique within a survey across all partitions.';
comment on table erased_names is 'Names of erased data that are not yet removed from the dictionary of names.';
comment on table erasures is 'Erasures of the data of households, people and closed surveys; without their content.';
comment on table field_attachments is 'Files of interviews from phones, as the phone named them.';
comment on table field_device_ids is 'Phones that used the token of a device, by the id that ODK Collect sends.';
comment on table field_devices is 'Devices of enumerators; the token of a device is stored as a hash.';
comment on table field_instances is 'Instances of interviews from phones, which are unique within a survey across all partitions.';
comment on table field_submissions is 'Interviews as phones sent them, with the XML; those that are not stored as a response are in the inbox.';
comment on table files is 'Stored files; a file is reachable only through its row.';
comment on table files_to_remove is 'Files of erased data, and files to hand over, that will be removed from the storage.';
comment on table idempotency_keys is
  'Idempotency keys with the response to the first POST, or the id of the record that it created; a retry returns it.';
comment on table import_hashes is 'Hashes of imported file rows, so that each row is stored once.';
comment on table phone_forms is 'Forms as phones receive them, by version of the questionnaire.';
comment on table rate_limits is 'Number of calls per subject and time window.';
comment on table read_alerts is 'Users who read unusually many records on one day.';
comment on table read_log is
  'Who read which personal data, partitioned by month; the application can only read and insert.';
comment on table response_answers is
  'Answers to the searchable questions, for filters and orders of lists; triggers keep them equal to the responses.';
comment on table response_cells is 'Rollup: responses per map square, in two sizes.';
comment on table response_comments is 'Comments on responses, with the status that was set with them.';
comment on table response_counts is 'Rollup: responses per survey, status and value of one dimension.';
comment on table response_days is
  'Rollup: received, done and returned responses per day, and for enumerators also per month and in total.';
comment on table response_deltas is 'Changes of responses that the worker has not folded into the rollups yet.';
comment on table response_durations is 'Rollup: histogram of interview durations per enumerator and supervisor.';
comment on table response_flags is 'Evidence that a response needs attention, with the decision of a reviewer.';
comment on table response_folds is 'Time of the last fold of deltas into the rollups, in exactly one row.';
comment on table response_localities is 'Rollup: responses and positions of districts and villages, for the names on the map.';
comment on table response_names is 'Dictionary of the names and words that searches and pickers find.';
comment on table response_places is 'Rollup: responses per combination of district, village type and village category.';
comment on table response_recounts is 'Number of wrong rollup rows that each nightly recount found.';
comment on table response_status_changes is 'Status changes of bulk reviews, kept for two days so that the user can undo them.';
comment on table response_status_items is 'Responses that a bulk review has not processed yet.';
comment on table response_status_jobs is 'Bulk reviews, running and finished.';
comment on table response_undo_jobs is 'Undo of bulk reviews, at most once per review.';
comment on table response_undo_skips is 'Responses that an undo skipped, with the reason.';
comment on table releases is 'Releases that have migrated the database.';
comment on table review_settings is 'How the responses of a survey are reviewed; a survey without a row has the defaults.';
comment on table review_queue is 'Responses that wait for a review, with their risk; kept by the worker.';
comment on table searchable_questions is 'Questions by whose answers the responses of a survey are found.';
comment on table settings is 'Settings of the installation, in exactly one row.';
comment on table survey_exports is 'Exports of responses, running and finished.';
comment on table survey_files is 'Workbooks and attached lists that versions of questionnaires were loaded from.';
comment on table survey_responses is 'Responses with their answers, partitioned by the time of receipt.';
comment on table survey_targets is 'Target number of responses of a survey: in total (empty district) or per district.';
comment on table survey_totals is 'Number of responses and time of the last response of each survey.';
comment on table survey_versions is 'Versions of questionnaires, which never change.';
comment on table surveys is 'Surveys, each identified by the `form_id` of its questionnaire.';
comment on table user_details is 'Staff and enumerators; their manager is another row of this table.';
comment on table memberships is 'Limits the responses that a user may read; a user without a row is not limited.';
comment on table user_roles is 'Roles of the users.';
comment on table users is 'Users of the back office; the identity service stores their credentials.';
