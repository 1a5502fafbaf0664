-- Finds a deleted response by its Survey Id: the entry of its deletion holds the whole record.
create index audit_log_deleted_display_id_idx on audit_log (folded("values" -> 'before' ->> 'displayId'))
  where entity_name = 'surveyResponse' and action = 'destroy';

-- Entries of operators' commands, which have no user record.
create index audit_log_without_user_idx on audit_log (timestamp, id) where created_by_id is null;
