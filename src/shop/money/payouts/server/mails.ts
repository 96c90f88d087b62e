import { mailType } from '#platform/features/mail-type.ts'

interface PayoutVars {
  publicName: string
  reference: string
  /** As it is shown, with its currency. */
  amount: string
  payoutsUrl: string
}

/** To a seller whose money is in a file for the bank. */
export const payoutSentMail = mailType<PayoutVars & { lastFour: string }>('payout-sent', {
  content: (vars, t) => ({
    subject: t('mail:payoutSent.subject', { amount: vars.amount }),
    heading: t('mail:payoutSent.heading', { name: vars.publicName }),
    blocks: [
      { kind: 'paragraph', text: t('mail:payoutSent.text', { lastFour: vars.lastFour }) },
      {
        kind: 'rows',
        rows: [
          [t('mail:payoutSent.amount'), vars.amount],
          [t('mail:payoutSent.reference'), vars.reference],
        ],
      },
      { kind: 'button', text: t('mail:payoutSent.button'), href: vars.payoutsUrl },
    ],
    footer: t('mail:footer'),
  }),
})

/** To a seller whose money did not arrive, or was not sent: it is in their balance again. */
export const payoutFailedMail = mailType<PayoutVars & { reason: string; isAccountRefused: boolean }>(
  'payout-failed',
  {
    content: (vars, t) => ({
      subject: t('mail:payoutFailed.subject', { reference: vars.reference }),
      heading: t('mail:payoutSent.heading', { name: vars.publicName }),
      blocks: [
        { kind: 'paragraph', text: t('mail:payoutFailed.text', { amount: vars.amount }) },
        { kind: 'paragraph', text: t('mail:payoutFailed.reason', { reason: vars.reason }) },
        {
          kind: 'button',
          text: t(vars.isAccountRefused ? 'mail:payoutFailed.button' : 'mail:payoutSent.button'),
          href: vars.payoutsUrl,
        },
        {
          kind: 'note',
          text: t(vars.isAccountRefused ? 'mail:payoutFailed.otherAccount' : 'mail:payoutFailed.next'),
        },
      ],
      footer: t('mail:footer'),
    }),
  },
)

/** To a seller who has to be reported and of whom something is not known. */
export const taxDataMail = mailType<{ publicName: string; year: number; missing: string; dataUrl: string }>(
  'tax-data-missing',
  {
    content: (vars, t) => ({
      subject: t('mail:taxData.subject'),
      heading: t('mail:payoutSent.heading', { name: vars.publicName }),
      blocks: [
        { kind: 'paragraph', text: t('mail:taxData.text', { year: vars.year }) },
        { kind: 'paragraph', text: t('mail:taxData.missing', { missing: vars.missing }) },
        { kind: 'button', text: t('mail:taxData.button'), href: vars.dataUrl },
        { kind: 'note', text: t('mail:taxData.note') },
      ],
      footer: t('mail:footer'),
    }),
  },
)
