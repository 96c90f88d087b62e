import { mailType } from '#platform/features/mail-type.ts'
import { formatDate } from '#platform/i18n/format.ts'
import { formatPriceWithCode } from '#platform/i18n/prices.ts'

/** Some credit ends soon. */
export const creditEndsMail = mailType<{
  publicName: string
  amountCents: number
  currency: string
  endsAt: Date
  creditUrl: string
}>('credit-ends', {
  content: (vars, t, world) => {
    const amount = formatPriceWithCode(vars.amountCents, vars.currency)
    const date = formatDate(vars.endsAt, world, 'long')
    return {
      subject: t('mail:creditEnds.subject', { amount, date }),
      heading: t('mail:creditEnds.heading', { name: vars.publicName }),
      blocks: [
        { kind: 'paragraph', text: t('mail:creditEnds.text', { amount, date }) },
        { kind: 'button', text: t('mail:creditEnds.button'), href: vars.creditUrl },
      ],
      footer: t('mail:footer'),
    }
  },
})
