-- The kind of mail one can leave stands with the mail, so that its sender is not asked again when it goes out.
alter table mail add column partition text;
update mail set partition = case template
    when 'saved-search-news' then 'saved-searches'
    when 'rating-request' then 'ratings'
    when 'material-recommended' then 'recommendations'
    when 'question-asked' then 'questions'
    when 'question-answered' then 'questions'
    when 'comment-made' then 'comments'
  end
  where status <> 'sent';

-- Who runs the platform (specification 6); each role is listed in src/shared/permissions.ts with what it may.
alter table account drop constraint account_role_check;
alter table account add constraint account_role_check
  check (role in ('member', 'editor', 'moderator', 'finance', 'support', 'admin')) not valid;
alter table account validate constraint account_role_check;

-- An admin who acts in a member's name; the session ends with either account.
alter table session add column impersonator_id bigint references account (id) on delete cascade;
create index session_impersonator on session (impersonator_id) where impersonator_id is not null;
