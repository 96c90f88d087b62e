-- What a member typed into a form and has not sent yet: one row for each form and thing it is about.
create table form_draft (
  world text not null,
  account_id bigint not null references account (id) on delete cascade,
  form text not null,
  -- What the form is about: an id, or '' for what is not there yet and for what an account has once.
  subject text not null default '',
  fields jsonb not null,
  updated_at timestamptz not null default now(),
  primary key (world, account_id, form, subject)
);
create index form_draft_account on form_draft (account_id, updated_at);
create index form_draft_updated on form_draft (updated_at);
