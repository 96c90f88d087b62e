import type { ErrorCode } from '#platform/errors.ts'
import { type Translate, translator } from '#platform/i18n/translate.ts'
import { url } from '#platform/routing/url.ts'
import type { LiveWorld } from '#platform/routing/worlds.ts'
import type { PageTexts } from '../rules/contract.ts'

/** What hearts, the cart and the logout can be refused with; the rest is said as `server_error`. */
const shownCodes: readonly ErrorCode[] = [
  'unauthorized',
  'authError',
  'terms_not_accepted',
  'forbidden',
  'csrf_failed',
  'not_found',
  'material_unavailable',
  'own_material',
  'already_owned',
  'rate_limited',
  'gone',
  'conflict',
  'too_large',
  'server_error',
  'unavailable',
]

/** Texts of a world that a page fetches when it needs them: in every page they would be a tenth of its weight. */
export function pageTexts(world: LiveWorld): PageTexts {
  const t = translator(world)
  return {
    toasts: {
      texts: {
        ...errorTexts(t),
        unreached: t('common:unreached'),
        loggedOut: t('login:loggedOut'),
        cartAdded: t('cart:added'),
        cartRemoved: t('cart:removed.notice'),
        cartUnchanged: t('cart:error.change'),
        favoriteRemoved: t('favorites:removed.notice'),
        favoritesUnchanged: t('favorites:error.change'),
        favoritesFull: t('favorites:error.full'),
        followRemoved: t('author-page:follow.removed'),
        followsUnchanged: t('author-page:follow.unchanged'),
        followsFull: t('author-page:follow.full'),
        slow: t('header:session.slow'),
        wrongAccount: t('header:session.wrongAccount'),
      },
      retry: t('common:buttons.retry'),
      undo: t('common:buttons.undo'),
      show: t('notifications:show'),
      login: t('login:submit'),
      openCart: t('cart:open'),
      close: t('common:buttons.close'),
    },
    urls: { login: url('login', { world }), cart: url('cart', { world }) },
    terms: {
      heading: t('login:acceptHeading'),
      text: t('login:acceptText'),
      link: t('signup:agbLink'),
      href: url('terms', { world }),
      accept: t('login:accept'),
      later: t('login:later'),
    },
    languageHint: {
      label: t('footer:worlds'),
      text: t('header:languageHint.text'),
      open: t('header:languageHint.open'),
      close: t('header:languageHint.close'),
    },
  }
}

function errorTexts(t: Translate): Record<string, string> {
  return Object.fromEntries(shownCodes.map((code) => [code, t(`errors:${code}`)]))
}
