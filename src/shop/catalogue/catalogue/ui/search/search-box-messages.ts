import type { Translate } from '#platform/i18n/translate.ts'
import type { SearchBoxMessages } from './SearchBox.island.tsx'

/** The few words the search box needs, for the page that places it. */
export function searchBoxMessages(t: Translate): SearchBoxMessages {
  return {
    label: t('header:search.label'),
    placeholder: t('header:search.placeholder'),
    submit: t('header:search.submit'),
    suggestions: t('header:search.suggestions'),
    popular: t('header:search.popular'),
    free: t('common:free'),
    groups: {
      recent: t('header:search.groups.recent'),
      subject: t('header:search.groups.subject'),
      keyword: t('header:search.groups.keyword'),
      author: t('header:search.groups.author'),
      material: t('header:search.groups.material'),
    },
  }
}
