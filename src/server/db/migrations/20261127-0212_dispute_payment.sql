-- Disputes are looked for by the payment they are about, whenever a refund is decided.
create index payment_dispute_payment on payment_dispute (world, payment_id);
