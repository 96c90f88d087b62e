-- Open sockets belong to sessions: every process hears when one ends, whichever way its row went.
create function tell_sessions_ended() returns trigger language plpgsql as $$
begin
  if exists (select from ended) then perform pg_notify('sessions_ended', ''); end if;
  return null;
end $$;
create trigger sessions_ended after delete on session
  referencing old table as ended for each statement execute function tell_sessions_ended();
