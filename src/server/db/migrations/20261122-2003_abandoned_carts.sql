-- A row: this address asked for mails of this kind. Only kinds that nobody gets unasked have any.
create table mail_consent (
  recipient_id bigint not null references mail_recipient (id) on delete cascade,
  partition text not null,
  given_at timestamptz not null default now(),
  primary key (recipient_id, partition)
);

-- When its member was last told of what lies in it.
alter table cart add column reminded_at timestamptz;
