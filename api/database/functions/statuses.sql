-- Whether a status counts towards a target. Must match `doneStatuses` of the contract.
create or replace function is_done(status text) returns boolean
  language sql immutable parallel safe
  return status in ('submitted', 'resubmitted', 'onHold', 'verified', 'approved');
