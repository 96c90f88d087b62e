import { mailType } from '#platform/features/mail-type.ts'

interface SavedSearchNewsVars {
  publicName: string
  /** `titles` are the newest ones; `count` counts all. */
  searches: readonly { name: string; titles: readonly string[]; count: number }[]
  /** The list, where each search is opened, and its mails are switched off. */
  listUrl: string
}

/** What is new in the searches of a member. */
export const savedSearchNews = mailType<SavedSearchNewsVars>('saved-search-news', {
  partition: 'saved-searches',
  content: (vars, t) => ({
    subject: t('mail:savedSearchNews.subject'),
    heading: t('mail:savedSearchNews.heading', { name: vars.publicName }),
    blocks: [
      { kind: 'paragraph', text: t('mail:savedSearchNews.text') },
      {
        kind: 'rows',
        rows: vars.searches.map(({ name, titles, count }) => [
          name,
          count > titles.length
            ? t('mail:savedSearchNews.more', { titles: titles.join(' · '), count: count - titles.length })
            : titles.join(' · '),
        ]),
      },
      { kind: 'button', text: t('mail:savedSearchNews.button'), href: vars.listUrl },
      { kind: 'note', text: t('mail:savedSearchNews.off', { url: vars.listUrl }) },
    ],
    footer: t('mail:footer'),
  }),
})
