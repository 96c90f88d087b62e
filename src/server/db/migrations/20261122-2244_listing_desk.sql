-- Listings of authors nobody knows yet, and those with files like others', wait until the desk has looked at them. A
-- listing that waits is a draft: nothing that shows published materials has to know.
alter table author_profile add column listing_trust text check (listing_trust in ('trusted', 'reviewed'));
update author_profile p set listing_trust = 'trusted'
where exists (select from material m where m.author_id = p.account_id and m.published_at is not null);

-- what the author reads about the decision
alter table listing_review add column note text not null default '';

alter table moderation_decision drop constraint moderation_decision_outcome_check;
alter table moderation_decision add constraint moderation_decision_outcome_check
  check (outcome in ('removed', 'kept', 'restored', 'confirmed', 'published', 'revision_asked', 'rejected'));

-- what the guard has found already
insert into moderation_case (world, kind, target_kind, target_id, affected_id, opened_at)
select r.world, 'listing', 'material', r.material_id, m.author_id, r.proposed_at
from listing_review r join material m on m.world = r.world and m.id = r.material_id
where r.state = 'proposed' and m.status in ('published', 'unlisted');

-- What an author says of their work before it is published for the first time.
alter table material
  add column is_own_work boolean not null default false,
  add column image_sources text not null default '',
  add column ai_use text check (ai_use in ('none', 'helped', 'mostly'));
