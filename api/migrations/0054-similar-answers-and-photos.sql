-- Numbers of 4 bytes for the choices and numbers of a response: see fingerprintOf() of the contract.
alter table check_facts add column fingerprint bytea;
create index check_facts_village_time_idx on check_facts (survey_id, village, day, started_at, response_id)
  where village is not null and ended_at >= started_at;

-- Properties of the photos of a response that the checks compare, as of its last check.
create table check_photos (
  response_id uuid not null,
  file_id uuid not null,
  survey_id uuid not null,
  -- Path of the answer; an empty text for a photo of the response as a whole.
  question text not null check (length(question) <= 255),
  -- Hash of the content: equal photos have equal hashes.
  hash text not null check (length(hash) <= 16),
  taken_at timestamptz,
  latitude double precision,
  longitude double precision,
  primary key (response_id, file_id)
) with (fillfactor = 90, autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02);
create index check_photos_hash_idx on check_photos (survey_id, hash, response_id);

grant select, insert, update, delete on check_photos to baseline_app;
