import { mailType } from '#platform/features/mail-type.ts'

interface FollowDigestVars {
  publicName: string
  /** `titles` are the newest ones. */
  authors: readonly { name: string; titles: readonly string[]; unfollowUrl: string }[]
  feedUrl: string
}

/** What followed authors published this week. */
export const followDigest = mailType<FollowDigestVars>('follow-digest', {
  partition: 'following',
  content: (vars, t) => ({
    subject: t('mail:followDigest.subject'),
    heading: t('mail:followDigest.heading', { name: vars.publicName }),
    blocks: [
      { kind: 'paragraph', text: t('mail:followDigest.text') },
      ...vars.authors.flatMap(({ name, titles, unfollowUrl }) => [
        { kind: 'paragraph' as const, text: `${name}: ${titles.join(' · ')}` },
        { kind: 'note' as const, text: t('mail:followDigest.unfollow', { name, url: unfollowUrl }) },
      ]),
      { kind: 'button', text: t('mail:followDigest.button'), href: vars.feedUrl },
    ],
    footer: t('mail:footer'),
  }),
})
