-- Returns the smallest id that uuidv7() can generate at that time. Used for partition bounds and for ranges
-- of the time of receipt.
create or replace function uuid7_floor(at timestamptz) returns uuid
  language sql immutable strict parallel safe
  return (lpad(to_hex(floor(extract(epoch from at) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid;

-- PostgreSQL 18 has this function. This one also has the fraction of the millisecond after the version, so that
-- ids of one process are in the order of their creation, except within a microsecond. RFC 9562, section 6.2
do $$
begin
  if current_setting('server_version_num')::int < 180000 then
    create or replace function uuidv7() returns uuid
      language sql volatile parallel safe
      begin atomic
        select (lpad(to_hex(us / 1000), 12, '0') || '7' || lpad(to_hex(us % 1000 * 4096 / 1000), 3, '0')
          || right(gen_random_uuid()::text, 17))::uuid
        from (select floor(extract(epoch from clock_timestamp()) * 1000000)::bigint us) clock;
      end;
  end if;
end $$;
