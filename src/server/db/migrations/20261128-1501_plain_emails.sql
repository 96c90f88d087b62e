-- Addresses are stored as they are typed by hand: without signs that show nothing and in plain letters (features/identity/email.ts).
-- Whoever had pasted one could not log in by what they saw. Where the plain address has an account of its own, a person decides.
create function pg_temp.plain_email(email text) returns text language sql immutable as $$
  select lower(btrim(regexp_replace(normalize(email, NFKC),
    '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U000e0000-\U000e0fff]',
    '', 'g')))
$$;

create temporary table renamed on commit drop as
  select id, world, pg_temp.plain_email(email::text) as email,
    row_number() over (partition by pg_temp.plain_email(email::text) order by id) as place
  from account where email::text <> pg_temp.plain_email(email::text);

insert into operator_task (world, kind, cause, detail)
  select renamed.world, 'other', 'other:email:' || renamed.id, jsonb_build_object('reason',
    'two accounts for one e-mail address: account ' || renamed.id || ' has invisible signs in it, account '
      || coalesce(other.id, first.id) || ' has it without')
  from renamed
    left join account other on other.email = renamed.email::citext and other.id <> renamed.id
    left join renamed first on first.email = renamed.email and first.place = 1
  where other.id is not null or renamed.place > 1
on conflict do nothing;

update account set email = renamed.email::citext
from renamed
where account.id = renamed.id and renamed.place = 1
  and not exists (select from account other where other.email = renamed.email::citext);

update author_trader set email = pg_temp.plain_email(email::text) where email::text <> pg_temp.plain_email(email::text);
