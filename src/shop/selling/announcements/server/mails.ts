import { mailType } from '#platform/features/mail-type.ts'

interface AuthorNewsVars {
  publicName: string
  author: string
  text: string
  authorUrl: string
  unfollowUrl: string
}

/** To everybody who follows an author, in the author's words. */
export const authorNews = mailType<AuthorNewsVars>('author-news', {
  partition: 'following',
  content: (vars, t) => ({
    subject: t('mail:authorNews.subject', { name: vars.author }),
    heading: t('mail:authorNews.heading', { name: vars.publicName }),
    blocks: [
      { kind: 'paragraph', text: t('mail:authorNews.text', { name: vars.author }) },
      { kind: 'paragraph', text: vars.text },
      { kind: 'button', text: t('mail:authorNews.button', { name: vars.author }), href: vars.authorUrl },
      { kind: 'note', text: t('mail:followDigest.unfollow', { name: vars.author, url: vars.unfollowUrl }) },
    ],
    footer: t('mail:footer'),
  }),
})
