-- When the licence of a line was chosen last: at login the newer choice of two carts wins.
alter table cart_item add column chosen_at timestamptz not null default now();
