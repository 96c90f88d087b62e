import { formatDate, formatPrice } from '#i18n/format.ts'
import type { Translate } from '#i18n/translate.ts'
import { readableIban } from '#shared/rules/iban.ts'
import { mailType } from '../mail-type.ts'

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
