-- Returns when a review is due: n hours after the receipt. Saturdays and Sundays do not count. Days begin at
-- midnight in the time zone of the survey.
create function review_due_at(received timestamptz, hours int, zone text) returns timestamptz
  language sql stable parallel safe
  begin atomic
    select (monday + make_interval(weeks => worked / 7200, mins => worked % 7200)) at time zone zone
    from (select date_trunc('week', received at time zone zone) as monday) week
    cross join lateral (
      select least(7200, floor(extract(epoch from received at time zone zone - monday) / 60)::int) + hours * 60 as worked
    ) minutes;
  end;
