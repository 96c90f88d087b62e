-- What members of a school want it to buy: one row a material, beside its row on the school's list of favorites.
create table school_wish (
  world text not null,
  school_id bigint not null,
  material_id bigint not null,
  -- Whose list it stands on (favorite.owner); off the list, nobody wishes for it any more.
  owner text not null generated always as ('s:' || school_id) stored,
  wished_by bigint references account on delete set null,
  note text not null default '' check (length(note) <= 300),
  -- 1: soon, 2: some time, 3: nice to have.
  priority smallint not null default 2 check (priority between 1 and 3),
  state text not null default 'wished' check (state in ('wished', 'approved', 'ordered', 'declined')),
  -- Which licence is to be bought; null before it was approved.
  licence text check (licence in ('single', 'additional', 'school')),
  decided_by bigint references account on delete set null,
  -- Why it was declined, for who wished for it.
  reason text not null default '' check (length(reason) <= 300),
  created_at timestamptz not null default now(),
  primary key (world, school_id, material_id),
  foreign key (world, school_id) references school (world, id) on delete cascade,
  foreign key (world, owner, material_id) references favorite (world, owner, material_id) on delete cascade,
  check ((state in ('approved', 'ordered')) = (licence is not null))
);
create index school_wish_wisher on school_wish (wished_by) where wished_by is not null;
create index school_wish_decider on school_wish (decided_by) where decided_by is not null;

create table school_wish_vote (
  world text not null,
  school_id bigint not null,
  material_id bigint not null,
  account_id bigint not null references account on delete cascade,
  created_at timestamptz not null default now(),
  primary key (world, school_id, material_id, account_id),
  foreign key (world, school_id, material_id) references school_wish (world, school_id, material_id) on delete cascade
);
create index school_wish_vote_account on school_wish_vote (account_id);

-- What stood on the lists of schools before, without saying who put it there.
insert into school_wish (world, school_id, material_id, created_at)
select f.world, substring(f.owner from 3)::bigint, f.material_id, f.created_at
from favorite f join school s on s.world = f.world and s.id::text = substring(f.owner from 3)
where f.owner like 's:%';
