-- Returns the Web Mercator square at zoom 24 that contains a position, as a Z-order (Morton) number: the bits
-- of both coordinates are interleaved, so that every larger square, and every map tile, is one range of
-- numbers.
create or replace function cell_at(latitude double precision, longitude double precision) returns bigint
  language plpgsql immutable parallel safe
as $$
declare
  side constant double precision := 16777216;
  -- Web Mercator ends at this latitude.
  lat constant double precision := radians(greatest(-85.05112877980659, least(85.05112877980659, latitude)));
  x bigint;
  y bigint;
begin
  if latitude is null or longitude is null then return null; end if;
  x := greatest(0, least(side - 1, floor((longitude + 180) / 360 * side)))::bigint;
  y := greatest(0, least(side - 1, floor((1 - ln(tan(lat) + 1 / cos(lat)) / pi()) / 2 * side)))::bigint;
  x := (x | (x << 16)) & x'0000FFFF0000FFFF'::bigint;
  y := (y | (y << 16)) & x'0000FFFF0000FFFF'::bigint;
  x := (x | (x << 8)) & x'00FF00FF00FF00FF'::bigint;
  y := (y | (y << 8)) & x'00FF00FF00FF00FF'::bigint;
  x := (x | (x << 4)) & x'0F0F0F0F0F0F0F0F'::bigint;
  y := (y | (y << 4)) & x'0F0F0F0F0F0F0F0F'::bigint;
  x := (x | (x << 2)) & x'3333333333333333'::bigint;
  y := (y | (y << 2)) & x'3333333333333333'::bigint;
  x := (x | (x << 1)) & x'5555555555555555'::bigint;
  y := (y | (y << 1)) & x'5555555555555555'::bigint;
  return x | (y << 1);
end $$;

-- Separate the interleaved bits of a cell: its column and its row at zoom 24.
create or replace function cell_column(cell bigint) returns bigint
  language plpgsql immutable parallel safe
as $$
declare
  x bigint := cell & x'5555555555555555'::bigint;
begin
  x := (x | (x >> 1)) & x'3333333333333333'::bigint;
  x := (x | (x >> 2)) & x'0F0F0F0F0F0F0F0F'::bigint;
  x := (x | (x >> 4)) & x'00FF00FF00FF00FF'::bigint;
  x := (x | (x >> 8)) & x'0000FFFF0000FFFF'::bigint;
  return (x | (x >> 16)) & x'00000000FFFFFFFF'::bigint;
end $$;
create or replace function cell_row(cell bigint) returns bigint
  language sql immutable parallel safe
  return cell_column(cell >> 1);
