-- The clock of a camera that writes no time zone, such as `2026-11-14 09:30:15`: that of the interview.
alter table files add taken_local text check (length(taken_local) = 19);
