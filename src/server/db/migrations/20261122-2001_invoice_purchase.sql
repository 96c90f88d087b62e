-- Orders of verified schools that are delivered at once and paid by bank transfer. `open_cents` is what is still to come:
-- less after a refund, nothing once it is paid or given up.
create table invoice_purchase (
  world text not null,
  order_id bigint not null,
  school_id bigint not null,
  amount_cents integer not null check (amount_cents > 0),
  open_cents integer not null check (open_cents >= 0 and open_cents <= amount_cents),
  currency text not null,
  status text not null default 'open' check (status in ('open', 'paid', 'given_up')),
  due_at timestamptz not null,
  reminders integer not null default 0,
  reminded_at timestamptz,
  settled_at timestamptz,
  settled_by bigint references account (id),
  primary key (world, order_id),
  foreign key (world, order_id) references purchase_order (world, id),
  foreign key (world, school_id) references school (world, id),
  check ((status = 'open') = (open_cents > 0))
);
create index invoice_purchase_open on invoice_purchase (world, due_at, order_id) where status = 'open';
create index invoice_purchase_school on invoice_purchase (world, school_id) where status = 'open';
create index invoice_purchase_settled_by on invoice_purchase (settled_by) where settled_by is not null;
