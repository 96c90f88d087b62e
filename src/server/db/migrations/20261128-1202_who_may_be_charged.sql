-- A sale without any tax: the address is outside the VAT of its country, or in a country we are not registered in.
alter table purchase_order add column not_taxed boolean not null default false;

-- Why the tax was chosen as it was, and what speaks against it.
alter table tax_evidence add column postcode text;
alter table tax_evidence add column treatment text;
alter table tax_evidence add column vat_id text;
-- what the register said of the number on that day
alter table tax_evidence add column vat_id_state text;
alter table tax_evidence add column is_contradicted boolean not null default false;
drop index tax_evidence_contradiction;
create index tax_evidence_contradicted on tax_evidence (created_at) where is_contradicted;

-- The country of the card that a sandbox payment pretends to be made with.
alter table sandbox_payment add column country text;
