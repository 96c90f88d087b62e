import { fileFormatName } from '#platform/i18n/file-formats.ts'
import { formatLanguage } from '#platform/i18n/format.ts'
import { formatPrice } from '#platform/i18n/prices.ts'
import type { Translate } from '#platform/i18n/translate.ts'
import { worldOf } from '#platform/routing/worlds.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import type { AttributeKind } from '#platform/rules/search-attributes.ts'

/** What a value of a filter is called in the words of a world: "bis 2,00 €", "ab 4 Sternen", "Französisch", "PDF". */
export function attributeName(
  t: Translate,
  world: LiveWorldCode,
  { kind, id }: { kind: AttributeKind; id: string },
): string {
  switch (kind) {
    case 'price':
      return priceName(t, world, id)
    case 'free':
      return t('search:onlyFree')
    case 'rating':
      return t('search:values.rating', { value: id })
    case 'language':
      return id === 'none' ? t('search:values.noLanguage') : formatLanguage(id, world)
    case 'format':
      return fileFormatName(t, id)
    case 'interactive':
      return id === 'yes' ? t('search:values.interactive') : t('search:values.notInteractive')
    case 'pages':
      return pagesName(t, id)
    case 'solutions':
      return t('search:values.solutions')
  }
}

/** A range of prices in minor units, 'min-max' with either end left out. */
export function priceName(t: Translate, world: LiveWorldCode, range: string): string {
  const { currency } = worldOf(world)
  const [min = '', max = ''] = range.split('-')
  if (max === '') return t('search:values.priceFrom', { min: formatPrice(Number(min), currency) })
  // A cent is where the paid ones begin.
  if (Number(min) <= 1) return t('search:values.priceUpTo', { max: formatPrice(Number(max), currency) })
  const [low, high] = [formatPrice(Number(min), currency), formatPrice(Number(max), currency)]
  return t('search:values.priceBetween', { min: low, max: high })
}

function pagesName(t: Translate, band: string): string {
  const [min = '', max = ''] = band.split('-')
  return max === '' ? t('search:values.pagesFrom', { min }) : t('search:values.pages', { min, max })
}
