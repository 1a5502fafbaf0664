-- Adds full household names to the dictionary. A search for a full name, or for a part that few names
-- contain, finds the responses by that name. A search by words was slow if every word was common.
alter table response_names drop constraint response_names_kind_check;
alter table response_names add constraint response_names_kind_check
  check (kind in ('investigator', 'supervisor', 'mobileNumber', 'displayIdWord', 'household', 'householdWord'));
select request_backfill('2-record-names');
