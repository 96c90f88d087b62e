-- What authors grant beyond the law: so many days, and whether a download ends it. No row: nothing.
create table refund_rule (
  account_id bigint primary key references account (id),
  days smallint not null check (days between 1 and 365),
  after_download boolean not null default false,
  changed_at timestamptz not null default now()
);

-- The rule as it stood when the line was sold.
alter table order_item add column refund_days smallint;
alter table order_item add column refund_after_download boolean not null default false;

-- When its owner first got a file of it; null: not since this is noted.
alter table entitlement add column downloaded_at timestamptz;

-- A buyer's wish to give one line of an order back; one for each line, ever.
create table refund_request (
  id bigint generated always as identity primary key,
  world text not null,
  order_id bigint not null,
  material_id bigint not null,
  account_id bigint not null references account (id),
  author_id bigint not null references account (id),
  reason text not null,
  status text not null default 'open' check (status in ('open', 'granted', 'declined')),
  -- inside the author's rule: nobody had to decide
  by_rule boolean not null default false,
  answer text,
  decided_by bigint references account (id),
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  unique (world, order_id, material_id),
  foreign key (world, order_id, material_id) references order_item (world, order_id, material_id)
);
create index refund_request_of_buyer on refund_request (account_id, created_at);
create index refund_request_of_author on refund_request (author_id, id) where status <> 'granted';
