-- The last day on which a user got the mail about waiting queries. Stored before the mail is sent: a repeated job sends
-- no second one.
create table answer_query_mails (
  user_id uuid primary key references users on delete cascade,
  sent_on date not null
) with (fillfactor = 90);

-- Rejected responses, each with the response that a reviewer kept instead. A row goes away when its response is opened
-- again, or when one of both is deleted.
create table response_duplicates (
  response_id uuid primary key,
  duplicate_of uuid not null check (duplicate_of <> response_id),
  created_at timestamptz not null default now()
);
create index response_duplicates_duplicate_of_idx on response_duplicates (duplicate_of);

grant select, insert, update, delete on answer_query_mails, response_duplicates to baseline_app;
