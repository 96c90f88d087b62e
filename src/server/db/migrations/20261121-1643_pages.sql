-- Materials on sale, the largest reduction first: the page of offers reads nothing else of the catalogue.
create index material_offer on material
  (world, ((price_cents - sale_price_cents) * 10000 / price_cents) desc, id desc)
  where status = 'published' and sale_price_cents is not null;
