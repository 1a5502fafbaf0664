-- Time of the last sign-in, from the `auth_time` claim of the token; null means never.
alter table users add last_sign_in_at timestamptz;
-- Links to pictures from an import, as `{name, publicUrl}`. The server never fetches them.
alter table users add avatar_links jsonb not null default '[]';
create index users_last_sign_in_at_idx on users (last_sign_in_at nulls first, id);

-- Finds the audit entries of one user, newest first.
create index audit_log_created_by_idx on audit_log (created_by_id, timestamp, id);

-- Backfill: the last audit entry of a user is the closest record of the last sign-in.
update users set last_sign_in_at = (select max(timestamp) from audit_log where created_by_id = users.id);
