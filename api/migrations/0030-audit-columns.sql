-- The application must not choose the id, the time or the database role of an entry: a changed or hijacked
-- application could otherwise insert entries that look older, or that look like the entries of an operator.
alter table audit_log add database_role text;
alter table audit_log alter database_role set default current_user;
comment on column audit_log.database_role is 'Database role that inserted the entry; null for entries before this column.';
revoke insert on audit_log from baseline_app;
grant insert (created_by_id, created_by_email, entity_name, entity_id, action, "values") on audit_log to baseline_app;
