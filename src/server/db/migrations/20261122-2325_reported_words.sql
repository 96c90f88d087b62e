-- Reviews and questions are reported by themselves; what three people reported is held back until somebody has looked.
alter table review add column state text not null default 'shown' check (state in ('shown', 'held', 'blocked'));
alter table material_question add column state text not null default 'shown' check (state in ('shown', 'held', 'blocked'));
alter table comment drop constraint comment_state_check;
alter table comment add constraint comment_state_check check (state in ('shown', 'deleted', 'hidden', 'held', 'blocked'));

alter table material_report add column review_id bigint, add column question_id bigint;
drop index material_report_open;
create unique index material_report_open
  on material_report (world, material_id, coalesce(review_id, 0), coalesce(question_id, 0), email) where status = 'open';

alter table moderation_case drop constraint moderation_case_target_kind_check;
alter table moderation_case
  add constraint moderation_case_target_kind_check check (target_kind in ('material', 'post', 'comment', 'review', 'question'));
