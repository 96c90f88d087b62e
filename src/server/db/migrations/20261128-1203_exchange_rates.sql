-- What one euro is in other currencies, day by day: published by the European Central Bank, or entered from its page by hand.
create table exchange_rate (
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  day date not null,
  rate numeric(15, 8) not null check (rate > 0),
  -- null: it came from the bank's file
  entered_by bigint references account (id),
  entered_at timestamptz not null default now(),
  primary key (currency, day)
);
create index exchange_rate_entered_by on exchange_rate (entered_by) where entered_by is not null;
