-- Sign-ins and other events of accounts, successful or refused.
create table security_events (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  event text not null,
  -- Null if no account has the address.
  user_id text,
  -- Keyed hash of the sender's network address: equal for equal senders.
  sender text not null,
  -- `ok`, or the code of the error.
  result text not null
);
create index security_events_at_idx on security_events (at);
create index security_events_user_id_idx on security_events (user_id, at);

grant select, insert, delete on security_events to baseline_identity;
