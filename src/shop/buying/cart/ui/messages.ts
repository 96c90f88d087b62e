import type { ErrorCode } from '#platform/errors.ts'
import { licenceName } from '#platform/i18n/licences.ts'
import type { Translate } from '#platform/i18n/translate.ts'
import type { AddToCartMessages } from './AddToCartButton.island.tsx'
import type { CartMessages } from './types.ts'

/*
 * The few words each island needs, for the page that places it: islands never load locale files. `{name}` in a text is
 * filled in by the island.
 */

export function addToCartMessages(t: Translate): AddToCartMessages {
  return {
    add: t('common:buttons.addToCart'),
    adding: t('common:loading'),
    inCart: t('cart:added'),
    openCart: t('cart:open'),
    openBought: t('header:boughtMaterials'),
    download: t('material-page:buy.download'),
    edit: t('cabinet-sales:actions.edit'),
    errors: errorTexts(t, [
      'already_owned',
      'own_material',
      'material_unavailable',
      'rate_limited',
      'not_found',
    ]),
    full: t('cart:error.full'),
    failed: t('cart:error.change'),
  }
}

/** `count` has one text per plural form of the world's language. */
export function cartMessages(t: Translate): CartMessages {
  return {
    title: t('cart:title'),
    count: { one: counted(t, 1), other: counted(t, 2) },
    listLabel: t('cart:listLabel'),
    byAuthor: t('common:byAuthor', { name: '{name}' }),
    bundle: t('common:bundle'),
    additional: licenceName(t, 'additional'),
    school: licenceName(t, 'school'),
    ownedParts: t('cart:ownedParts', { parts: '{parts}', of: '{of}' }),
    ownedLicence: t('cart:ownedLicence'),
    free: t('common:free'),
    oldPrice: t('common:oldPrice'),
    inBundle: t('cart:inBundle'),
    priceChanged: t('cart:priceChanged', { price: '{price}' }),
    remove: t('cart:remove'),
    removeNamed: t('cart:removeNamed', { title: '{title}' }),
    saveForLater: t('cart:later.save'),
    moveToFavorites: t('cart:moveToFavorites'),
    summary: t('cart:summary.title'),
    originalPrice: t('cart:summary.originalPrice'),
    discount: t('cart:summary.discount'),
    total: t('cart:summary.total'),
    voucher: t('cart:summary.voucher', { code: '{code}' }),
    credit: t('cart:summary.credit'),
    due: t('cart:summary.due'),
    taxIncluded: t('cart:summary.taxIncluded'),
    checkout: t('cart:checkout'),
    checkoutFree: t('cart:checkoutFree'),
    continueShopping: t('cart:continueShopping'),
    instant: t('cart:benefits.instant'),
    forever: t('cart:benefits.forever'),
    emptyTitle: t('cart:empty.title'),
    emptyText: t('cart:empty.text'),
    emptyAction: t('cart:empty.action'),
    endedTitle: t('cart:loggedOut.title'),
    endedText: t('cart:loggedOut.text'),
    login: t('login:submit'),
  }
}

function errorTexts(t: Translate, codes: readonly ErrorCode[]): Record<string, string> {
  return Object.fromEntries(codes.map((code) => [code, t(`errors:${code}`)]))
}

function counted(t: Translate, count: number): string {
  return t('cart:count', { count }).replace(String(count), '{count}')
}
