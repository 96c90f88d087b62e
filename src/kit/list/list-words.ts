/** 'One material', '3 materials': how many lines a list has, in the words of its page. */
export function countText(
  count: number,
  messages: { count: { one: string; other: string } },
  lang: string,
): string {
  const isOne = new Intl.PluralRules(lang).select(count) === 'one'
  return messages.count[isOne ? 'one' : 'other'].replace('{count}', String(count))
}

/** How a price looks: for nothing, on sale, as always. */
export function priceClass(price: number, isSale: boolean): string {
  if (price === 0) return 'price price--free'
  return isSale ? 'price price--sale' : 'price'
}
