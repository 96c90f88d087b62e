-- Where a payment is made: on the provider's page, or in its fields on ours. One order has one of them.
alter table payment add column surface text not null default 'page';
alter table payment add constraint payment_surface_check check (surface in ('page', 'fields')) not valid;
