-- What was bought is played in rooms and courses, not at an address open to the web: the licence is for the own teaching.
update unit u set practice_key = null
where u.practice_key is not null
  and (u.resale_blocked or exists (select from unit_version v
    where v.world = u.world and v.unit_id = u.id and v.version = u.version and cardinality(v.licensed_tasks) > 0));
