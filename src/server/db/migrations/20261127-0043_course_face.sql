-- What a course says of itself besides its items: the language of its words ('': that of its world), a picture, and whether it
-- ends with a certificate.
alter table course
  add column language text not null default '',
  add column cover text not null default '',
  add column has_certificate boolean not null default true;
