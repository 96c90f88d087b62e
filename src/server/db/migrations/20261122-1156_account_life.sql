-- A forgotten password, another address, an account that was opened for somebody, one that is to be deleted.
alter table email_token drop constraint email_token_purpose_check;
alter table email_token add constraint email_token_purpose_check
  check (purpose in ('confirm_registration', 'reset_password', 'change_email', 'stop_email_change',
    'complete_registration', 'keep_account')) not valid;
alter table email_token validate constraint email_token_purpose_check;

-- What the member sees in the list of devices, and when the password was typed last (null: when the session began).
alter table session add column user_agent text;
alter table session add column authenticated_at timestamptz;
-- The login passed a second step.
alter table session add column second_factor boolean not null default false;

-- The account is closed already and everything about the person goes then.
alter table account add column erase_at timestamptz;
create index account_erase on account (erase_at) where erase_at is not null;

-- The second step of a login: a secret shared with an app, sealed with the product's key.
create table totp (
  account_id bigint primary key references account (id) on delete cascade,
  secret bytea not null,
  -- Null: shown, and not yet proven to be in the app.
  confirmed_at timestamptz,
  -- The last time step whose code was used: no code works twice.
  last_step bigint not null default 0,
  created_at timestamptz not null default now()
);

-- Wrong codes in a row, of whoever knows the password.
create table second_step_failure (
  account_id bigint primary key references account (id) on delete cascade,
  failures integer not null default 0,
  failed_at timestamptz not null default now()
);

create table recovery_code (
  account_id bigint not null references account (id) on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (account_id, code_hash)
);

create table passkey (
  -- The credential's id in base64url.
  id text primary key,
  account_id bigint not null references account (id) on delete cascade,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkey_account on passkey (account_id);

-- What an authenticator was asked to sign; used once.
create table passkey_challenge (
  challenge text primary key,
  -- Null: somebody who wants to log in.
  account_id bigint references account (id) on delete cascade,
  expires_at timestamptz not null
);
create index passkey_challenge_expiry on passkey_challenge (expires_at);
create index passkey_challenge_account on passkey_challenge (account_id) where account_id is not null;
