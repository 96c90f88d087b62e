-- What its member changed of a version they point at, without a copy of it: hidden tasks, points, order.
alter table unit_shadow add column overlay jsonb not null default '{}';
create index unit_shadow_account on unit_shadow (world, account_id, created_at desc);
