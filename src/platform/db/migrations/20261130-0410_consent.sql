-- What visitors allowed: the proof of it, under a random key that their own browser keeps. It names nobody.
create table consent_choice (
  key text primary key,
  world text not null,
  -- The words that were agreed to.
  text_version integer not null,
  categories text[] not null,
  chosen_at timestamptz not null default now()
);
create index consent_choice_age on consent_choice (chosen_at);
