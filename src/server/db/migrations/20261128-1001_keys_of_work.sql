-- The row of an Idempotency-Key is written by the transaction of its work. Work that goes on after its commit (a payment that is
-- opened at its provider) leaves the name of what it made, from which its answer can be made again.
alter table idempotency_key add column reference text;
-- Answers are sealed from now on: they held the codes of gift cards as plain text. What was stored is not replayed any more, and
-- its key goes on to refuse a second run.
update idempotency_key set response = null where response is not null;
