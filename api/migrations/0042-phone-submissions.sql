-- Forms as phones receive them. The hash in a list of forms is that of exactly these bytes, in every process.
create table phone_forms (
  survey_id uuid not null references surveys,
  version int not null,
  -- Increases when the product writes other bytes for the same questionnaire.
  generator int not null,
  -- The language in which the form begins.
  default_language text not null,
  md5 text not null check (length(md5) = 32),
  -- Compressed with gzip.
  content bytea not null,
  primary key (survey_id, version, generator)
);
alter table phone_forms alter content set storage external;

-- Interviews as phones sent them. The XML is the evidence, and allows to read the answers again. Partitioned by the
-- time of receipt, which is part of the id. No foreign keys, for the reasons of survey_responses.
create table field_submissions (
  id uuid primary key default uuidv7(),
  survey_id uuid not null,
  survey_version int not null,
  instance_id text not null check (length(instance_id) <= 255),
  -- The instance that an edit on the phone replaces.
  deprecated_id text check (length(deprecated_id) <= 255),
  device_id uuid not null,
  odk_device_id text not null check (length(odk_device_id) <= 255),
  user_agent text not null check (length(user_agent) <= 255),
  received_at timestamptz not null default now(),
  -- receiving: a post that announces further ones. conflict: an instance that was received with other answers.
  -- heldBack: an edit of an approved or rejected response. unreadable: answers that could not be stored.
  -- discarded: refused by a manager. erased: the XML and the files were removed to protect personal data.
  state text not null check (state in
    ('receiving', 'stored', 'conflict', 'heldBack', 'unreadable', 'discarded', 'erased')),
  response_id uuid,
  -- When a manager accepted or discarded it.
  decided_at timestamptz,
  -- Problems of the answers, and whether the interview is late.
  problem jsonb,
  xml_sha256 bytea not null check (length(xml_sha256) = 32),
  -- Compressed with gzip.
  xml bytea not null
) partition by range (id);
alter table field_submissions alter xml set storage external, alter xml set statistics 0;
-- In the order of the list of the inbox.
create index field_submissions_inbox_idx on field_submissions (received_at nulls first, id)
  where state not in ('stored', 'discarded', 'erased');
create index field_submissions_response_id_idx on field_submissions (response_id);
-- Further interviews with the same instance. A phone can send one of them again after the decision.
create index field_submissions_other_idx on field_submissions (survey_id, instance_id)
  where state <> 'stored' or decided_at is not null;

-- Edits that were not applied, by the interview that they edit.
create index field_submissions_edit_idx on field_submissions (survey_id, deprecated_id)
  where deprecated_id is not null and state <> 'stored';

-- Makes instances unique within a survey, across partitions. `response_id`: the response of the first of a chain of
-- edits, of which one is current.
create table field_instances (
  survey_id uuid not null,
  instance_id text not null check (length(instance_id) <= 255),
  submission_id uuid not null,
  response_id uuid,
  is_current boolean not null default true,
  primary key (survey_id, instance_id)
);
create index field_instances_response_id_idx on field_instances (response_id);

-- Files of a submission. expected: named in the answers and not received yet. converted: checked and stored as a file of
-- the response. rejected: not a file of the kind of its question. A file that no answer names has no kind, and is kept
-- as it is.
create table field_attachments (
  submission_id uuid not null,
  name text not null check (length(name) between 1 and 255),
  state text not null check (state in ('expected', 'received', 'converted', 'rejected')),
  -- The question that the file answers, with the row of a repeat, and the id that the answer contains.
  kind text check (kind in ('photo', 'audio', 'video', 'file')),
  question text,
  file_id uuid,
  -- Set when the interview is stored.
  response_id uuid,
  size bigint,
  sha256 bytea check (length(sha256) = 32),
  storage_key text,
  primary key (submission_id, name)
);
create index field_attachments_waiting_idx on field_attachments (submission_id)
  where state = 'received' and kind is not null and response_id is not null;

-- Files from phones have no user.
alter table files alter created_by drop not null;

-- When and where a photo was taken, as the phone wrote it into the file.
alter table files
  add taken_at timestamptz,
  add taken_latitude double precision check (taken_latitude between -90 and 90),
  add taken_longitude double precision check (taken_longitude between -180 and 180);

grant select, insert, update, delete on phone_forms, field_submissions, field_instances, field_attachments to baseline_app;
