-- Sales that end by themselves are looked for every few minutes.
create index material_sale_end on material (sale_until) where sale_until is not null;
