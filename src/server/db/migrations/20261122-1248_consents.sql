-- Which texts somebody accepted, when, and where: `account` holds only the last.
create table terms_acceptance (
  account_id bigint not null references account (id) on delete cascade,
  version text not null,
  world text not null,
  channel text not null check (channel in ('registration', 'completion', 'form', 'api', 'before')),
  accepted_at timestamptz not null default now(),
  primary key (account_id, version)
);

insert into terms_acceptance (account_id, version, world, channel, accepted_at)
  select id, agb_accepted_version, world, 'before', coalesce(agb_accepted_at, created_at) from account
  where agb_accepted_version is not null
  on conflict do nothing;

-- What a member teaches, to suggest fitting materials, and whether we have asked.
create table personalisation (
  account_id bigint primary key references account (id) on delete cascade,
  preferences jsonb,
  preferences_at timestamptz,
  popup_shown_at timestamptz
);
