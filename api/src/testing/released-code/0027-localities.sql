create function response_localities_of(at bigint, district_name text, village_name text)
  returns table (kind text, square bigint, district text, village text)
  language sql stable parallel safe
  begin atomic
    select 'district', at >> 28, district_name, '' where at is not null and district_name is not null
    union all
    select 'village', at >> 22, coalesce(district_name, ''), village_name where at is not null and village_name is not null;
  end;
create view response_localities_again as
  select of.kind, of.square as cell, of.district, of.village, survey_id, count(*)::int n,
    sum(cell_column(r.cell))::bigint x, sum(cell_row(r.cell))::bigint y
  from survey_responses r, response_localities_of(r.cell, district_name_folded, village_folded) of
  group by 1, 2, 3, 4, 5;
grant select on response_localities_again to baseline_app;
