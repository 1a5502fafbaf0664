-- Finds a deleted response by its Survey Id: the audit entry of the deletion holds the full record.
create index audit_log_deleted_display_id_idx on audit_log (folded("values" -> 'before' ->> 'displayId'))
  where entity_name = 'surveyResponse' and action = 'destroy';

-- Finds the audit entries of operator commands, which have no user.
create index audit_log_without_user_idx on audit_log (timestamp, id) where created_by_id is null;
