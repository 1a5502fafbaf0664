-- The log finds authors by a scan of their addresses, which costs nothing when a change is logged.
drop index audit_log_created_by_email_trgm_idx;
