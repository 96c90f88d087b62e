import type { Translate } from '#platform/i18n/translate.ts'
import type { ConsentCategory } from '../rules/consent.ts'

/** What can be allowed, in the words of the visitor's world. */
export function consentChoices(t: Translate): { category: ConsentCategory; title: string; text: string }[] {
  return [
    {
      category: 'statistics',
      title: t('consent:statistics.title'),
      text: t('consent:statistics.text'),
    },
    {
      category: 'marketing',
      title: t('consent:marketing.title'),
      text: t('consent:marketing.text'),
    },
  ]
}
