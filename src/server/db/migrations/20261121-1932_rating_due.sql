-- The daily job looks for orders by when they were paid.
create index purchase_order_paid on purchase_order (world, paid_at) where status = 'paid';
