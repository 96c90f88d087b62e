import type { Translate } from '#platform/i18n/translate.ts'
import type { MailKind } from './contract.ts'

const keys: Readonly<Record<MailKind, string>> = {
  'saved-searches': 'service-pages:mails.savedSearches',
  ratings: 'service-pages:mails.ratings',
  recommendations: 'service-pages:mails.recommendations',
  questions: 'service-pages:mails.questions',
  comments: 'service-pages:mails.comments',
  'abandoned-cart': 'service-pages:mails.abandonedCart',
  following: 'service-pages:mails.following',
  'price-drops': 'service-pages:mails.priceDrops',
  'new-versions': 'service-pages:mails.newVersions',
  newsletter: 'service-pages:mails.newsletter',
  mailing: 'service-pages:mails.mailing',
}

/** What a kind of mail is called: "News for your saved searches". */
export function mailKindName(t: Translate, kind: MailKind): string {
  return t(keys[kind])
}
