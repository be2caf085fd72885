-- The daily mail of who asked for it (docs/rules.md, Notifications): up to which notification it has told, and when the
-- last one went out, so that nothing is told twice and no second mail comes on a day.
alter table notification_choices
  add column mailed_up_to bigint not null default 0,
  add column mailed_at timestamptz;
create index notification_choices_mail on notification_choices (player_id) where mail_kinds <> '{}';
