-- A line that its voucher made free goes back with the others of its order: for no money, but what its author got for it
-- and the material itself are taken back.
alter table refund_item drop constraint refund_item_amount_cents_check;
alter table refund_item add constraint refund_item_amount_cents_check check (amount_cents >= 0) not valid;
alter table refund_item validate constraint refund_item_amount_cents_check;
