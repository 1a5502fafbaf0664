-- Release 0.1.0 neither reads nor writes this column: the audit log has the time of a change.
alter table settings drop column updated_at;
