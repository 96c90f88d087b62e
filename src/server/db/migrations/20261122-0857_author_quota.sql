-- What an author has uploaded on their last day of uploading. The row is also what two uploads at once wait for, so that
-- both cannot pass the same limit.
create table author_upload (
  account_id bigint primary key references account (id),
  day date not null,
  uploads integer not null
);

-- Videos count, too; those from before are taken for small.
alter table material add column video_bytes bigint not null default 0;
