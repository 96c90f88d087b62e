import { mailType } from '#platform/features/mail-type.ts'

interface SocialLinkVars {
  publicName: string
  provider: string
  confirmUrl: string
  hours: number
}

/** Asks the owner of a mailbox whether an account elsewhere may open the one here. */
export const socialLinkMail = mailType<SocialLinkVars>('social-link', {
  content: (vars, t) => ({
    subject: t('mail:socialLink.subject', { provider: vars.provider }),
    heading: t('mail:socialLink.heading', { name: vars.publicName }),
    blocks: [
      { kind: 'paragraph', text: t('mail:socialLink.text', { provider: vars.provider }) },
      { kind: 'button', text: t('mail:socialLink.button'), href: vars.confirmUrl },
      { kind: 'note', text: t('mail:socialLink.valid', { hours: vars.hours }) },
      { kind: 'note', text: t('mail:socialLink.notYou') },
    ],
    footer: t('mail:footer'),
  }),
})
