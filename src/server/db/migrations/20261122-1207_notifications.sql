-- What a member is told beside mails: shown in the notification centre, sent over a socket until it is acknowledged.
create table notification (
  id bigint generated always as identity primary key,
  world text not null,
  account_id bigint not null references account (id) on delete cascade,
  kind text not null,
  -- The same happening never tells the same member twice.
  dedupe_key text not null,
  data jsonb not null,
  created_at timestamptz not null default now(),
  acked_at timestamptz,
  read_at timestamptz,
  unique (account_id, dedupe_key)
);
create index notification_of_account on notification (account_id, id desc);
create index notification_unacked on notification (account_id, id) where acked_at is null;
create index notification_unread on notification (account_id) where read_at is null;
create index notification_age on notification (created_at);

-- One row a member who was told something: writers of one member take turns here, so that ids grow with commits.
create table notification_box (
  account_id bigint primary key references account (id) on delete cascade,
  told_at timestamptz not null default now()
);

-- Kinds a member does not want in the notification centre.
create table notification_mute (
  account_id bigint not null references account (id) on delete cascade,
  kind text not null,
  primary key (account_id, kind)
);
