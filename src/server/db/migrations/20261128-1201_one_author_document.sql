-- An author's month is one document: the self-billed invoice at price less commission. In a commission chain (directive
-- 2006/112/EC, article 28) the margin is no service of its own, so there are no invoices over it.
alter table tax_document disable trigger tax_document_immutable;
delete from tax_document where kind = 'fee';
alter table tax_document enable trigger tax_document_immutable;
delete from number_series where series like 'fee-%';
alter table tax_document drop constraint tax_document_kind_check;
alter table tax_document add constraint tax_document_kind_check
  check (kind in ('invoice', 'cancellation', 'self-billing', 'receipt')) not valid;
alter table tax_document validate constraint tax_document_kind_check;
alter table tax_document alter column number set expression as (
  case kind when 'invoice' then 'INV-' when 'cancellation' then 'CAN-'
      when 'self-billing' then 'SBI-' when 'receipt' then 'REC-' end
    || upper(world) || '-' || year::text || '-' || lpad(serial::text, greatest(6, length(serial::text)), '0'));
