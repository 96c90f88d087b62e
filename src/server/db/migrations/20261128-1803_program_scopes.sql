-- What a program of others may do in a member's name (src/shared/scopes.ts). Null: a session of our own, which may everything
-- its member may. What programs were granted before was everything.
alter table session add column scopes text[];
update session set scopes = '{profile,library,shop,selling,classroom,community}' where client_id is not null and account_id is not null;
alter table authorization_code add column scopes text[] not null default '{}';
alter table authorization_code alter column scopes drop default;
