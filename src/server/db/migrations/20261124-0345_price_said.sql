-- A draft whose author has named no price yet is not free: it is published only once they did.
alter table material add column is_price_said boolean not null default true;
update material set is_price_said = false where status = 'draft' and price_cents = 0;
