import { folderMenuMessages } from '#kit/list/folder-messages.ts'
import type { Translate } from '#platform/i18n/translate.ts'
import type { FavoritesMessages } from './types.ts'

const refusals = [
  'already_owned',
  'own_material',
  'material_unavailable',
  'rate_limited',
  'not_found',
] as const

/** The words of the island; `{name}` in a text is filled in by it, `count` has one text per plural form of the language. */
export function favoritesMessages(t: Translate): FavoritesMessages {
  return {
    title: t('favorites:title'),
    count: { one: counted(t, 1), other: counted(t, 2) },
    listLabel: t('favorites:listLabel'),
    byAuthor: t('common:byAuthor', { name: '{name}' }),
    interactive: t('common:card.interactive'),
    bundle: t('common:bundle'),
    free: t('common:free'),
    oldPrice: t('common:oldPrice'),
    owned: t('favorites:owned'),
    ownedLink: t('favorites:ownedLink'),
    add: t('common:buttons.addToCart'),
    adding: t('common:loading'),
    inCart: t('cart:added'),
    openCart: t('cart:open'),
    full: t('cart:error.full'),
    failed: t('cart:error.change'),
    errors: Object.fromEntries(refusals.map((code) => [code, t(`errors:${code}`)])),
    remove: t('favorites:remove'),
    removeNamed: t('favorites:removeNamed', { title: '{title}' }),
    gone: t('favorites:removed.notice'),
    undo: t('favorites:removed.undo'),
    sortLabel: t('favorites:sort.label'),
    sortSubmit: t('favorites:sort.submit'),
    newest: t('favorites:sort.newest'),
    price_asc: t('favorites:sort.priceUp'),
    price_desc: t('favorites:sort.priceDown'),
    byTitle: t('favorites:sort.title'),
    sum: t('favorites:sum', { price: '{price}' }),
    addAll: t('favorites:addAll'),
    emptyTitle: t('favorites:empty.title'),
    emptyText: t('favorites:empty.text'),
    emptyAction: t('favorites:empty.action'),
    endedTitle: t('favorites:loggedOut.title'),
    endedText: t('favorites:loggedOut.text'),
    login: t('login:submit'),
    folders: folderMenuMessages(t),
  }
}

function counted(t: Translate, count: number): string {
  return t('favorites:count', { count }).replace(String(count), '{count}')
}
