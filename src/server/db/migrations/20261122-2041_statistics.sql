-- What happened to an author's materials, a day: sums alone, nothing of who it was. Material 0 is all of the author's together,
-- so that a year of a whole shop is 365 rows. Days are those of the world's own time.
create table statistic_day (
  world text not null,
  author_id bigint not null references account (id) on delete cascade,
  material_id bigint not null,
  day date not null,
  views integer not null default 0,
  cart_adds integer not null default 0,
  downloads integer not null default 0,
  sales integer not null default 0,
  free_takes integer not null default 0,
  refunds integer not null default 0,
  gross_cents bigint not null default 0,
  share_cents bigint not null default 0,
  buyers integer not null default 0,
  returning_buyers integer not null default 0,
  follows integer not null default 0,
  unfollows integer not null default 0,
  primary key (world, author_id, material_id, day)
);
create index statistic_day_material on statistic_day (world, author_id, day) where material_id <> 0;

-- Where views came from: a kind of page, or the words of a search that our catalogue knows.
create table statistic_origin (
  world text not null,
  author_id bigint not null references account (id) on delete cascade,
  material_id bigint not null,
  kind text not null check (kind in ('source', 'term')),
  name text not null,
  day date not null,
  views integer not null,
  primary key (world, author_id, material_id, kind, day, name)
);

-- The same by month (its first day): what a year asks for is a few hundred rows, however many days were busy.
create table statistic_month (like statistic_day including defaults, primary key (world, author_id, material_id, day),
  foreign key (author_id) references account (id) on delete cascade);
create index statistic_month_material on statistic_month (world, author_id, day) where material_id <> 0;
create table statistic_origin_month (like statistic_origin including constraints,
  primary key (world, author_id, material_id, kind, day, name), foreign key (author_id) references account (id) on delete cascade);

-- What is not summed up yet: only ever appended to, so that no sale waits for another.
create table statistic_waiting (
  id bigint generated always as identity primary key,
  world text not null,
  author_id bigint not null references account (id) on delete cascade,
  material_id bigint not null,
  day date not null,
  source text,
  term text,
  views integer not null default 0,
  cart_adds integer not null default 0,
  downloads integer not null default 0,
  sales integer not null default 0,
  free_takes integer not null default 0,
  refunds integer not null default 0,
  gross_cents bigint not null default 0,
  share_cents bigint not null default 0,
  buyers integer not null default 0,
  returning_buyers integer not null default 0,
  follows integer not null default 0,
  unfollows integer not null default 0
);
create index statistic_waiting_author on statistic_waiting (world, author_id);

-- Sales, refunds and followers of before: once here, and once for a demo that is filled later.
create function count_past_sales(zones jsonb) returns void language sql as $$
  insert into statistic_waiting (world, author_id, material_id, day, sales, free_takes, gross_cents, share_cents)
  select i.world, i.author_id, i.material_id, (o.paid_at at time zone coalesce(zones ->> i.world, 'UTC'))::date,
    count(*) filter (where i.price_cents > 0), count(*) filter (where i.price_cents = 0), sum(i.price_cents), sum(i.author_share_cents)
  from order_item i join purchase_order o on o.world = i.world and o.id = i.order_id
  where o.status = 'paid'
  group by 1, 2, 3, 4;
  insert into statistic_waiting (world, author_id, material_id, day, buyers, returning_buyers)
  select world, author_id, 0, day, count(*), count(*) filter (where nth > 1)
  from (
    select i.world, i.author_id, (o.paid_at at time zone coalesce(zones ->> i.world, 'UTC'))::date as day,
      row_number() over (partition by i.world, i.author_id, o.account_id order by o.paid_at, o.id) as nth
    from order_item i join purchase_order o on o.world = i.world and o.id = i.order_id
    where o.status = 'paid' and i.price_cents > 0
    group by i.world, i.author_id, o.account_id, o.id, o.paid_at
  ) orders
  group by 1, 2, 4;
  insert into statistic_waiting (world, author_id, material_id, day, refunds, gross_cents, share_cents)
  select i.world, i.author_id, i.material_id, (r.created_at at time zone coalesce(zones ->> i.world, 'UTC'))::date,
    count(*), -sum(b.amount_cents), -sum(b.author_share_cents)
  from refund_item b join refund r on r.world = b.world and r.id = b.refund_id
  join order_item i on i.world = b.world and i.order_id = b.order_id and i.material_id = b.material_id
  group by 1, 2, 3, 4;
  insert into statistic_waiting (world, author_id, material_id, day, follows)
  select f.world, f.author_id, 0, (f.created_at at time zone coalesce(zones ->> f.world, 'UTC'))::date, count(*)
  from author_follow f where f.owner like 'a:%'
  group by 1, 2, 4;
$$;
select count_past_sales('{"de": "Europe/Berlin", "es": "Europe/Madrid", "fr": "Europe/Paris", "gr": "Europe/Athens", "it": "Europe/Rome", "en": "Europe/London"}');
