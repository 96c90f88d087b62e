-- Accounts of sellers at the payment provider, where they want their money to go.
create table seller_connect (
  account_id bigint primary key references account (id),
  stripe_account text not null unique,
  -- the provider says that money can be sent there
  is_ready boolean not null default false,
  -- the seller wants it there, not at their bank
  is_chosen boolean not null default false,
  changed_at timestamptz not null default now()
);

-- Where a payout went that no file for the bank has, and what the provider calls the transfer.
alter table payout add column stripe_account text;
alter table payout add column transfer_id text;

-- What is sent is in a file for the bank, or at the provider.
alter table payout drop constraint payout_check;
alter table payout add constraint payout_sent_check check (
  status not in ('sent', 'paid') or (batch_id is not null and iban_sealed is not null) or stripe_account is not null
) not valid;
alter table payout validate constraint payout_sent_check;
