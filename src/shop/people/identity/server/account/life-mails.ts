import { mailType } from '#platform/features/mail-type.ts'

interface LinkVars {
  publicName: string
  linkUrl: string
}

/** The way back for who forgot the password. */
export const recoveryMail = mailType<LinkVars & { hours: number }>('recover-password', {
  content: (vars, t) => ({
    subject: t('mail:recovery.subject'),
    heading: t('mail:recovery.heading', { name: vars.publicName }),
    blocks: [
      { kind: 'paragraph', text: t('mail:recovery.text') },
      { kind: 'button', text: t('mail:recovery.button'), href: vars.linkUrl },
      { kind: 'note', text: t('mail:recovery.valid', { hours: vars.hours }) },
      { kind: 'note', text: t('mail:recovery.notYou') },
    ],
    footer: t('mail:footer'),
  }),
})

/** An account was opened for somebody, who completes it. */
export const completionMail = mailType<LinkVars & { days: number }>('complete-registration', {
  content: (vars, t) => ({
    subject: t('mail:completion.subject'),
    heading: t('mail:completion.heading', { name: vars.publicName }),
    blocks: [
      { kind: 'paragraph', text: t('mail:completion.text') },
      { kind: 'button', text: t('mail:completion.button'), href: vars.linkUrl },
      { kind: 'note', text: t('mail:completion.valid', { days: vars.days }) },
      { kind: 'note', text: t('mail:completion.notYou') },
    ],
    footer: t('mail:footer'),
  }),
})

/** To the new address: is it yours? */
export const newAddressMail = mailType<LinkVars & { hours: number }>('confirm-new-address', {
  content: (vars, t) => ({
    subject: t('mail:newAddress.subject'),
    heading: t('mail:newAddress.heading', { name: vars.publicName }),
    blocks: [
      { kind: 'paragraph', text: t('mail:newAddress.text') },
      { kind: 'button', text: t('mail:newAddress.button'), href: vars.linkUrl },
      { kind: 'note', text: t('mail:newAddress.valid', { hours: vars.hours }) },
      { kind: 'note', text: t('mail:newAddress.notYou') },
    ],
    footer: t('mail:footer'),
  }),
})

/** To the address of now: somebody asked for another one, and this stops it. */
export const addressChangeMail = mailType<LinkVars & { email: string; days: number }>(
  'address-change-asked',
  {
    content: (vars, t) => ({
      subject: t('mail:addressChange.subject'),
      heading: t('mail:addressChange.heading', { name: vars.publicName }),
      blocks: [
        { kind: 'paragraph', text: t('mail:addressChange.text', { email: vars.email }) },
        { kind: 'note', text: t('mail:addressChange.stop', { days: vars.days }) },
        { kind: 'button', text: t('mail:addressChange.button'), href: vars.linkUrl },
      ],
      footer: t('mail:footer'),
    }),
  },
)

/** To both addresses once it is done. */
export const addressChangedMail = mailType<{ publicName: string; email: string }>('address-changed', {
  content: (vars, t) => ({
    subject: t('mail:addressChanged.subject'),
    heading: t('mail:addressChanged.heading', { name: vars.publicName }),
    blocks: [
      { kind: 'paragraph', text: t('mail:addressChanged.text', { email: vars.email }) },
      { kind: 'note', text: t('mail:addressChanged.notYou') },
    ],
    footer: t('mail:footer'),
  }),
})

/** Somebody wanted to move an account to the address of another one. */
export const addressInUseMail = mailType<{ publicName: string }>('address-in-use', {
  content: (vars, t) => ({
    subject: t('mail:addressInUse.subject'),
    heading: t('mail:addressInUse.heading', { name: vars.publicName }),
    blocks: [{ kind: 'paragraph', text: t('mail:addressInUse.text') }],
    footer: t('mail:footer'),
  }),
})

/** The account is closed, and how to keep it. */
export const accountClosedMail = mailType<LinkVars & { date: string }>('account-closed', {
  content: (vars, t) => ({
    subject: t('mail:accountClosed.subject'),
    heading: t('mail:accountClosed.heading', { name: vars.publicName }),
    blocks: [
      { kind: 'paragraph', text: t('mail:accountClosed.text', { date: vars.date }) },
      { kind: 'note', text: t('mail:accountClosed.keep') },
      { kind: 'button', text: t('mail:accountClosed.button'), href: vars.linkUrl },
    ],
    footer: t('mail:footer'),
  }),
})

/** The last mail an account gets. */
export const accountErasedMail = mailType<{ publicName: string }>('account-erased', {
  content: (vars, t) => ({
    subject: t('mail:accountErased.subject'),
    heading: t('mail:accountErased.heading', { name: vars.publicName }),
    blocks: [
      { kind: 'paragraph', text: t('mail:accountErased.text') },
      { kind: 'note', text: t('mail:accountErased.kept') },
    ],
    footer: t('mail:footer'),
  }),
})
