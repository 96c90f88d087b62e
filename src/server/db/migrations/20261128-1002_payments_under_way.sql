-- A direct debit takes days: its buyer has paid, and the money is not there yet. Such an order is neither given up nor replaced.
alter table purchase_order drop constraint purchase_order_status_check;
alter table purchase_order add constraint purchase_order_status_check
  check (status in ('pending', 'processing', 'paid', 'declined', 'cancelled', 'expired')) not valid;
alter table purchase_order validate constraint purchase_order_status_check;
alter table payment drop constraint payment_status_check;
alter table payment add constraint payment_status_check
  check (status in ('pending', 'processing', 'succeeded', 'declined', 'cancelled', 'unexpected')) not valid;
alter table payment validate constraint payment_status_check;
create index purchase_order_processing on purchase_order (world, account_id, id) where status = 'processing';

-- What a member has ordered and is paying for right now: it may lie in the cart, and is not sold a second time.
create table cart_awaited (
  world text not null,
  account_id bigint not null references account (id),
  material_id bigint not null,
  order_id bigint not null,
  primary key (world, order_id, material_id)
);
create index cart_awaited_account on cart_awaited (account_id, world, material_id);
