-- What of each lot an order's refunds gave back: credit comes back with the end it had when it was spent.
alter table credit_use add column given_back_cents integer not null default 0;
alter table credit_use add constraint credit_use_given_back_check
  check (given_back_cents between 0 and amount_cents) not valid;
alter table credit_use validate constraint credit_use_given_back_check;
-- A lost dispute is closed in the books once.
alter table payment_dispute add column written_off_at timestamptz;
