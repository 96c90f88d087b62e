import { mailType } from '#platform/features/mail-type.ts'
import { formatDate } from '#platform/i18n/format.ts'
import { formatPrice } from '#platform/i18n/prices.ts'
import type { Translate } from '#platform/i18n/translate.ts'
import { readableIban } from '#platform/rules/money/iban.ts'

/** What a bank transfer has to say. */
export interface TransferVars {
  holder: string
  iban: string
  bic: string | null
}

/** The lines a buyer copies into their bank's form. */
export function transferRows(
  t: Translate,
  { holder, iban, bic, purpose, amount }: TransferVars & { purpose: string; amount: string },
): (readonly [string, string])[] {
  return [
    [t('mail:transfer.amount'), amount],
    [t('mail:transfer.holder'), holder],
    [t('mail:transfer.iban'), readableIban(iban)],
    ...(bic === null ? [] : [[t('mail:transfer.bic'), bic] as const]),
    [t('mail:transfer.purpose'), purpose],
  ]
}

/** To a school that has not paid in time. */
export const invoiceReminderMail = mailType<
  TransferVars & {
    publicName: string
    orderNumber: string
    dueAt: Date
    openCents: number
    currency: string
    isLast: boolean
    invoiceUrl: string
  }
>('invoice-reminder', {
  content: (vars, t, world) => {
    const amount = formatPrice(vars.openCents, vars.currency)
    return {
      subject: t('mail:invoiceReminder.subject', { number: vars.orderNumber }),
      heading: t('mail:invoiceReminder.heading', { name: vars.publicName }),
      blocks: [
        {
          kind: 'paragraph',
          text: t('mail:invoiceReminder.text', {
            ...{ number: vars.orderNumber, amount, date: formatDate(vars.dueAt, world, 'long') },
          }),
        },
        { kind: 'rows', rows: transferRows(t, { ...vars, purpose: vars.orderNumber, amount }) },
        { kind: 'button', text: t('mail:invoiceReminder.button'), href: vars.invoiceUrl },
        {
          kind: 'note',
          text: vars.isLast ? t('mail:invoiceReminder.last') : t('mail:invoiceReminder.crossed'),
        },
      ],
      footer: t('mail:footer'),
    }
  },
})

/** To a school: what arrived, and what is still to come. */
export const transferBookedMail = mailType<{
  publicName: string
  orderNumber: string
  amountCents: number
  openCents: number
  excessCents: number
  currency: string
  dueAt: Date
  invoiceUrl: string
}>('transfer-booked', {
  content: (vars, t, world) => {
    const { currency, orderNumber: number } = vars
    const price = (cents: number) => formatPrice(cents, currency)
    const amount = price(vars.amountCents)
    const text =
      vars.openCents === 0
        ? t('mail:transferBooked.whole', { amount, number })
        : t('mail:transferBooked.part', {
            ...{ amount, number, open: price(vars.openCents), date: formatDate(vars.dueAt, world, 'long') },
          })
    return {
      subject: t('mail:transferBooked.subject', { number }),
      heading: t('mail:transferBooked.heading', { name: vars.publicName }),
      blocks: [
        { kind: 'paragraph', text },
        ...(vars.excessCents === 0
          ? []
          : [
              {
                kind: 'paragraph' as const,
                text: t('mail:transferBooked.over', { excess: price(vars.excessCents) }),
              },
            ]),
        { kind: 'button', text: t('mail:transferBooked.button'), href: vars.invoiceUrl },
      ],
      footer: t('mail:footer'),
    }
  },
})
