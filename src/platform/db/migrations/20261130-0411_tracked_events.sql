-- What browsers tell of visits that allowed it: which event on which page, in which visit. No account, no address.
create table tracked_event (
  day date not null,
  id uuid not null,
  world text not null,
  name text not null,
  -- Random, of one tab: how many visits there were.
  visit text not null,
  page text not null,
  -- What it is about: a material, a call; '' for nothing.
  subject text not null default '',
  primary key (day, id)
);

-- The same, summed by day.
create table event_sum (
  day date not null,
  world text not null,
  name text not null,
  page text not null,
  subject text not null,
  times integer not null,
  visits integer not null,
  primary key (world, day, name, page, subject)
);
