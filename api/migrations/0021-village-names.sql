-- Adds village names to the dictionary. The village picker and the search field find a part of a name there,
-- instead of scanning the responses.
alter table response_names drop constraint response_names_kind_check;
alter table response_names add constraint response_names_kind_check check (kind in ('investigator', 'supervisor',
  'mobileNumber', 'displayIdWord', 'household', 'householdWord', 'district', 'village', 'villageType', 'villageCategory'));
select request_backfill('2-record-names');
