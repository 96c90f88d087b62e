import { mailType } from '#platform/features/mail-type.ts'
import { formatDate } from '#platform/i18n/format.ts'
import { formatPriceWithCode } from '#platform/i18n/prices.ts'

interface CardVars {
  amountCents: number
  currency: string
  code: string
  expiresAt: Date
}

/** Names the mail that brings a card to its recipient. */
export function cardMailKey(world: string, orderId: number): string {
  return `gift-card:${world}:${orderId}`
}

/** To whom a card is given. */
export const giftCardMail = mailType<
  CardVars & { senderName: string; recipientName: string; message: string; redeemUrl: string }
>('gift-card', {
  content: (vars, t, world) => {
    const amount = formatPriceWithCode(vars.amountCents, vars.currency)
    const name = vars.recipientName
    return {
      subject: t('mail:giftCard.subject', { sender: vars.senderName, amount }),
      heading: name === '' ? t('mail:giftCard.headingPlain') : t('mail:giftCard.heading', { name }),
      blocks: [
        { kind: 'paragraph', text: t('mail:giftCard.text', { sender: vars.senderName, amount }) },
        ...(vars.message === '' ? [] : [{ kind: 'note' as const, text: vars.message }]),
        {
          kind: 'rows',
          rows: [
            [t('mail:giftCard.code'), vars.code],
            [t('mail:giftCard.amount'), amount],
            [t('mail:giftCard.until'), formatDate(vars.expiresAt, world, 'long')],
          ],
        },
        { kind: 'button', text: t('mail:giftCard.button'), href: vars.redeemUrl },
        { kind: 'paragraph', text: t('mail:giftCard.how') },
      ],
      footer: t('mail:footer'),
    }
  },
})

/** To its buyer, once it is paid. `sendsOn`: the day its recipient is told; null: today. */
export const giftCardBoughtMail = mailType<
  CardVars & {
    publicName: string
    orderNumber: string
    recipientEmail: string | null
    sendsOn: Date | null
    cardsUrl: string
  }
>('gift-card-bought', {
  content: (vars, t, world) => {
    const amount = formatPriceWithCode(vars.amountCents, vars.currency)
    return {
      subject: t('mail:giftCardBought.subject', { number: vars.orderNumber }),
      heading: t('mail:giftCardBought.heading', { name: vars.publicName }),
      blocks: [
        { kind: 'paragraph', text: t('mail:giftCardBought.text', { amount }) },
        { kind: 'paragraph', text: whereItGoes() },
        {
          kind: 'rows',
          rows: [
            [t('mail:giftCard.code'), vars.code],
            [t('mail:giftCard.until'), formatDate(vars.expiresAt, world, 'long')],
          ],
        },
        { kind: 'button', text: t('mail:giftCardBought.button'), href: vars.cardsUrl },
        { kind: 'note', text: t('mail:giftCardBought.tax') },
      ],
      footer: t('mail:footer'),
    }

    function whereItGoes(): string {
      const { recipientEmail: email, sendsOn } = vars
      if (email === null) return t('mail:giftCardBought.byHand')
      if (sendsOn === null) return t('mail:giftCardBought.sent', { email })
      return t('mail:giftCardBought.sends', { email, date: formatDate(sendsOn, world, 'long') })
    }
  },
})

/** To its buyer, once it is given back. */
export const giftCardBackMail = mailType<{
  publicName: string
  orderNumber: string
  amountCents: number
  currency: string
  cardsUrl: string
}>('gift-card-back', {
  content: (vars, t) => {
    const amount = formatPriceWithCode(vars.amountCents, vars.currency)
    return {
      subject: t('mail:giftCardBack.subject', { number: vars.orderNumber }),
      heading: t('mail:giftCardBought.heading', { name: vars.publicName }),
      blocks: [
        { kind: 'paragraph', text: t('mail:giftCardBack.text', { amount }) },
        { kind: 'button', text: t('mail:giftCardBought.button'), href: vars.cardsUrl },
      ],
      footer: t('mail:footer'),
    }
  },
})
