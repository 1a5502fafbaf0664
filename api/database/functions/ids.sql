-- Returns the smallest id that uuidv7() can generate at that time. Used for partition bounds and for ranges
-- of the time of receipt.
create or replace function uuid7_floor(at timestamptz) returns uuid
  language sql immutable strict parallel safe
  return (lpad(to_hex(floor(extract(epoch from at) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid;
