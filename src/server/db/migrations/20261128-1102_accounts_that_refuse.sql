-- A payout that came back because of its account is not drafted to that account again. What came back before counts as that.
set local lock_timeout = '5s';
alter table payout add column is_account_refused boolean not null default false;
update payout set is_account_refused = true where status = 'failed';
create index payout_account_refused on payout (account_id) where is_account_refused;
