-- Programs of others that members may let into their account (RFC 6749, RFC 9700). Operators write the rows.
create table oauth_client (
  -- `aularium-web` is the product itself and needs no row.
  id text primary key check (id ~ '^[A-Za-z0-9._-]{3,100}$' and id <> 'aularium-web'),
  name text not null check (length(name) between 1 and 80),
  -- Compared sign by sign; nothing is matched in part.
  redirect_uris text[] not null,
  -- SHA-256 of the secret of a program that can keep one; null: it proves itself by PKCE alone.
  secret_hash bytea,
  created_at timestamptz not null default now(),
  disabled_at timestamptz
);

-- The program a session was opened for (null: our own), and until when its token can be renewed.
alter table session add column client_id text references oauth_client (id) on delete cascade;
alter table session add column refreshable_until timestamptz;
create index session_client on session (client_id) where client_id is not null;

-- Each can be used once and is kept afterwards: a second use is theft, and ends the session with all that came of it.
create table refresh_token (
  token_hash bytea primary key,
  session_hash bytea not null references session (token_hash) on update cascade on delete cascade,
  created_at timestamptz not null default now(),
  used_at timestamptz
);
create index refresh_token_session on refresh_token (session_hash);

create table authorization_code (
  code_hash bytea primary key,
  client_id text not null references oauth_client (id) on delete cascade,
  account_id bigint not null references account (id) on delete cascade,
  redirect_uri text not null,
  code_challenge text not null,
  -- What was opened with it, so that a second use can end that.
  session_hash bytea references session (token_hash) on update cascade on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index authorization_code_account on authorization_code (account_id);
create index authorization_code_client on authorization_code (client_id);
create index authorization_code_session on authorization_code (session_hash) where session_hash is not null;
create index authorization_code_expiry on authorization_code (expires_at);

-- Accounts elsewhere that open an account here, by provider and the name it gives them, never by e-mail.
create table social_identity (
  provider text not null check (provider in ('google', 'apple', 'microsoft', 'facebook')),
  subject text not null,
  account_id bigint not null references account (id) on delete cascade,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  primary key (provider, subject)
);
create index social_identity_account on social_identity (account_id);

-- Waits for the owner of a mailbox to say yes.
create table social_link (
  token_hash bytea primary key,
  world text not null,
  provider text not null check (provider in ('google', 'apple', 'microsoft', 'facebook')),
  subject text not null,
  email citext not null,
  public_name text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index social_link_expiry on social_link (expires_at);
