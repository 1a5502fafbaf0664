-- The moment of a person's last sign-in, as the `auth_time` of their token states it; null means never.
alter table users add last_sign_in_at timestamptz;
-- Pictures named by an import, as `{name, publicUrl}`: links to open, never fetched.
alter table users add avatar_links jsonb not null default '[]';
create index users_last_sign_in_at_idx on users (last_sign_in_at nulls first, id);

-- Finds the entries of one person, newest first.
create index audit_log_created_by_idx on audit_log (created_by_id, timestamp, id);

-- Before this column, a person's last change is the closest record of their last sign-in.
update users set last_sign_in_at = (select max(timestamp) from audit_log where created_by_id = users.id);
