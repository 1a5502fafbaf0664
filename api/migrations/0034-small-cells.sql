alter table survey_exports add small_cells jsonb;
comment on column survey_exports.small_cells is 'Combinations of values that few responses share; null with personal data.';
