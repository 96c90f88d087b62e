import type { Translate } from '#platform/i18n/translate.ts'
import type { Licence } from '#platform/rules/money/licence.ts'
import type { WishPriority, WishState } from '../rules/contract.ts'

/** How urgent a wish is, in words. */
export function priorityName(t: Translate, priority: WishPriority): string {
  const names = {
    1: t('school-wishlist:priority.1'),
    2: t('school-wishlist:priority.2'),
    3: t('school-wishlist:priority.3'),
  }
  return names[priority]
}

/** What became of a wish, in words. */
export function stateName(t: Translate, state: WishState): string {
  const names = {
    wished: t('school-wishlist:state.wished'),
    approved: t('school-wishlist:state.approved'),
    ordered: t('school-wishlist:state.ordered'),
    declined: t('school-wishlist:state.declined'),
  }
  return names[state]
}

/** What a licence is called on the list. */
export function licenceName(t: Translate, licence: Licence): string {
  const names = {
    single: t('school-wishlist:licence.single'),
    additional: t('school-wishlist:licence.additional'),
    school: t('school-wishlist:licence.school'),
  }
  return names[licence]
}
