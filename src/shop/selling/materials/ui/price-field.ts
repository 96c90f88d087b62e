import { formatPrice } from '#platform/i18n/prices.ts'
import type { Translate } from '#platform/i18n/translate.ts'
import { maxPriceCents, minPriceCents } from '#platform/limits.ts'

export type PriceName = 'price' | 'salePrice' | 'additionalPrice' | 'schoolPrice'

/** What every field of a price has in common: how an amount looks, and words for one that is not right. */
export function priceField(
  t: Translate,
  { name, error, currency }: { name: PriceName; error: string | undefined; currency: string },
) {
  return {
    name,
    inputmode: 'decimal',
    autocomplete: 'off',
    pattern: String.raw`\s*\d+([.,]\d{1,2})?\s*`,
    'data-between': name === 'price' ? `${minPriceCents} ${maxPriceCents}` : undefined,
    errorText: error === 'invalid' ? wrongPrice(t, name, currency) : undefined,
  }
}

function wrongPrice(t: Translate, name: PriceName, currency: string): string {
  if (name === 'salePrice') return t('cabinet-sales:form.wrong.salePrice')
  if (name === 'additionalPrice') return t('cabinet-sales:form.wrong.additionalPrice')
  if (name === 'schoolPrice') return t('cabinet-sales:form.wrong.schoolPrice')
  const [min, max] = [formatPrice(minPriceCents, currency), formatPrice(maxPriceCents, currency)]
  return t('cabinet-sales:form.wrong.price', { min, max })
}
