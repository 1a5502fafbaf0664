-- Builds the rollups in one batch: they have far fewer rows than the responses.
select null as position, 0 as rows, rebuild_response_rollups() where $1::text is null;
