-- Sales that stand on no material yet: only ever appended to, so that a payment neither waits for another of the same material
-- nor writes its place in the search. A job counts them each minute.
create table sale_waiting (
  id bigint generated always as identity primary key,
  world text not null,
  material_id bigint not null
);
