-- Comments stand below posts, or below answered questions about materials.
alter table comment
  alter column post_id drop not null,
  -- no foreign key: a question goes with who asked it, what others wrote below stays theirs
  add column question_id bigint,
  add constraint comment_place_check check (num_nonnulls(post_id, question_id) = 1);
create index comment_question on comment (world, question_id, id) where question_id is not null;

alter table material_report drop constraint material_report_check1;
alter table material_report
  add constraint material_report_comment_check check (comment_id is null or num_nonnulls(post_id, question_id) = 1);
drop index material_report_open;
create unique index material_report_open
  on material_report (world, material_id, coalesce(review_id, 0), coalesce(question_id, 0), coalesce(comment_id, 0), email)
  where status = 'open';
