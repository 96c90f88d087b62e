-- What changed is told by events (NOTIFY and jobs of the same transaction); nobody reads these rows any more.
drop table outbox;
