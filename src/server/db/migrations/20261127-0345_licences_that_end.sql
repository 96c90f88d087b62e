-- What is bought for a school is the school's: it stays when who bought it leaves. Null: bought before anybody said for which
-- school; it counts for the school of who bought it.
alter table entitlement add column school_id bigint;
update entitlement e set school_id = s.school_id from school_account s
where e.licence = 'school' and s.world = e.world and s.account_id = e.account_id and s.is_verified;
create index entitlement_school on entitlement (world, school_id) where school_id is not null;

-- The material by which somebody may use what they copied of others. Null: it is their own work, or was theirs before this was
-- written down and they had no licence for it then.
alter table unit add column licence_material_id bigint;
create index unit_licence on unit (world, licence_material_id) where licence_material_id is not null;
update unit u set licence_material_id = (
  select min(s.material_id) from sold_unit s
  join entitlement e on e.world = s.world and (e.material_id = s.material_id or e.material_id in (
    select bundle_id from bundle_item i where i.world = s.world and i.material_id = s.material_id))
  where s.world = u.world and s.unit_id = u.origin_id and (e.account_id = u.owner_id
    or e.licence = 'school' and e.school_id in (
      select school_id from school_account a where a.world = u.world and a.account_id = u.owner_id and a.is_verified)))
where u.resale_blocked and u.origin_id is not null;
with recursive tree as (
  select world, id, owner_id, licence_material_id from unit where licence_material_id is not null
  union all
  select c.world, c.id, c.owner_id, t.licence_material_id from unit c
  join tree t on t.world = c.world and t.id = c.origin_id and t.owner_id = c.owner_id
  where c.licence_material_id is null
)
update unit u set licence_material_id = tree.licence_material_id from tree
where u.world = tree.world and u.id = tree.id and u.licence_material_id is null;

-- Tasks a member has by a licence: those of their own exercises, however they got there, and those they took along as a file out
-- of what they bought. Known by their number in the exercise, and elsewhere by a sum of their words as they came and as they stand now. They outlive the exercise.
create table unit_task_origin (
  world text not null,
  unit_id bigint not null,
  element_id text not null,
  account_id bigint not null references account (id),
  -- Where it was bought; null: nobody knows any more.
  material_world text,
  material_id bigint,
  -- Empty: too few words to be known again.
  first_print text not null,
  last_print text not null,
  created_at timestamptz not null default now(),
  primary key (world, unit_id, element_id, account_id)
);
create index unit_task_origin_first on unit_task_origin (account_id, first_print);
create index unit_task_origin_last on unit_task_origin (account_id, last_print);

-- Rooms that play what was taken back are looked for by it.
create index room_unit on room (world, unit_id) where status <> 'closed';

-- The tasks of a version that are not its author's to sell.
alter table unit_version add column licensed_tasks text[] not null default '{}';
