alter table users add second_factor_asked_at timestamptz;
comment on column users.second_factor_asked_at is 'When the user was first asked to set up a second factor that the role needs.';
