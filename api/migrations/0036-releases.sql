-- Releases that have migrated the database, so that an operator sees which one it belongs to after a roll-back.
create table releases (
  version text primary key,
  migrated_at timestamptz not null
);
grant select on releases to baseline_app;
