-- The flags that block an approval: few, so that a bulk review of millions of responses reads only these.
create index response_flags_blocking_idx on response_flags (response_id) where state = 'open' and severity = 'error';

-- The reason to waive these flags in a bulk approval; null if responses with such a flag are skipped.
alter table response_status_jobs add waiver jsonb;
