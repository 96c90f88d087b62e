-- By what a buyer's office routes its invoices (a Leitweg-ID in Germany).
set local lock_timeout = '5s';
alter table billing_address add column buyer_reference text;
