-- The number of an order is drawn just before the transaction that pays it, so that the series is locked for one update and
-- not for all that a payment does. An order that is paid still always has one.
do $$
declare old text;
begin
  for old in select conname from pg_constraint
    where conrelid = 'purchase_order'::regclass and contype = 'c'
      and pg_get_constraintdef(oid) like '%number IS NOT NULL%'
  loop
    execute format('alter table purchase_order drop constraint %I', old);
  end loop;
end $$;
alter table purchase_order add constraint purchase_order_paid_has_number
  check (status <> 'paid' or number is not null) not valid;
alter table purchase_order validate constraint purchase_order_paid_has_number;
