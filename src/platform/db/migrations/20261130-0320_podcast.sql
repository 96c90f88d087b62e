-- Recordings and transcripts of episodes that editors sent; a text names one by its address.
create table podcast_sound (
  storage_key text primary key,
  world text not null,
  media_type text not null,
  size_bytes bigint not null check (size_bytes > 0),
  -- Null: a transcript.
  seconds integer check (seconds > 0),
  -- LUFS; null: not measured.
  loudness double precision,
  made_by bigint references account on delete set null,
  created_at timestamptz not null default now()
);
create index podcast_sound_maker on podcast_sound (made_by) where made_by is not null;
create index podcast_sound_age on podcast_sound (created_at);

-- How often an episode was got, by day.
create table podcast_download (
  world text not null,
  episode_id bigint not null,
  day date not null,
  downloads integer not null,
  primary key (world, episode_id, day)
);

-- Who got it on a day, as nobody can read it: nothing is counted twice. Kept for the day alone.
create unlogged table podcast_listener (
  world text not null,
  episode_id bigint not null,
  day date not null,
  listener bytea not null,
  primary key (day, world, episode_id, listener)
);
