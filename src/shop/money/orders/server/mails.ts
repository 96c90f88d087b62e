import { mailType } from '#platform/features/mail-type.ts'
import { formatDate, formatNumber } from '#platform/i18n/format.ts'
import { formatPrice } from '#platform/i18n/prices.ts'
import type { Translate } from '#platform/i18n/translate.ts'
import { type TransferVars, transferRows } from './documents/invoice-mails.ts'

/** Prices are gross cents, addresses absolute. */
export interface OrderPaidVars {
  publicName: string
  orderNumber: string
  paidAt: Date
  currency: string
  items: readonly { title: string; priceCents: number }[]
  totalCents: number
  taxCents: number
  /** Basis points: 1900 = 19 %. */
  taxRateBp: number
  /** When the buyer agreed to immediate delivery and to losing the right of withdrawal by it. */
  consentAt: Date
  consentTextVersion: string
  materialsUrl: string
  /** Null where nothing was paid. */
  invoiceUrl: string | null
  /** Of an order on invoice: what is to be paid, until when and where to. */
  due: (TransferVars & { openCents: number; at: Date }) | null
  termsUrl: string
  /** Name and address of who sells: the other party to the contract. */
  seller: string
}

export interface SaleMadeVars {
  publicName: string
  orderNumber: string
  currency: string
  items: readonly { title: string; shareCents: number }[]
  shareCents: number
  /** The share is paid out once the school has paid. */
  isOnInvoice: boolean
  salesUrl: string
}

/** Names the mail that confirms an order, and with it the waiver. */
export function paidMailKey(world: string, orderId: number): string {
  return `order-paid:${world}:${orderId}`
}

/** To the buyer: what was bought, and the consents that were given, as the law wants them on paper. */
export const orderPaidMail = mailType<OrderPaidVars>('order-paid', {
  content: (vars, t, world) => ({
    subject: t('mail:orderPaid.subject', { number: vars.orderNumber }),
    heading: t('mail:orderPaid.heading', { name: vars.publicName }),
    blocks: [
      {
        kind: 'paragraph',
        text:
          vars.due === null
            ? t('mail:orderPaid.text', { number: vars.orderNumber, date: formatDate(vars.paidAt, world) })
            : t('mail:orderPaid.textInvoice', {
                ...{ number: vars.orderNumber, date: formatDate(vars.paidAt, world) },
                due: formatDate(vars.due.at, world, 'long'),
              }),
      },
      {
        kind: 'rows',
        rows: [
          ...vars.items.map((item) => [item.title, formatPrice(item.priceCents, vars.currency)] as const),
          [t('mail:orderPaid.total'), formatPrice(vars.totalCents, vars.currency)],
          [
            t('mail:orderPaid.tax', { rate: formatNumber(vars.taxRateBp / 100, world) }),
            formatPrice(vars.taxCents, vars.currency),
          ],
        ],
      },
      ...(vars.due === null
        ? []
        : [
            {
              kind: 'rows' as const,
              rows: transferRows(t, {
                ...{ ...vars.due, purpose: vars.orderNumber },
                amount: formatPrice(vars.due.openCents, vars.currency),
              }),
            },
          ]),
      { kind: 'button', text: t('mail:orderPaid.button'), href: vars.materialsUrl },
      { kind: 'paragraph', text: t('mail:orderPaid.waiverHeading') },
      {
        kind: 'paragraph',
        text: t('mail:orderPaid.waiver', {
          date: formatDate(vars.consentAt, world, 'dateTime'),
          version: vars.consentTextVersion,
        }),
      },
      ...(vars.invoiceUrl === null
        ? []
        : [{ kind: 'note' as const, text: t('mail:orderPaid.invoice', { url: vars.invoiceUrl }) }]),
      { kind: 'note', text: t('mail:orderPaid.seller', { seller: vars.seller }) },
      { kind: 'note', text: t('mail:orderPaid.terms', { url: vars.termsUrl }) },
      { kind: 'note', text: t('mail:orderPaid.keep') },
    ],
    footer: t('mail:footer'),
  }),
})

/** Prices are gross cents, addresses absolute. */
export interface PaymentVars {
  publicName: string
  orderedAt: Date
  currency: string
  /** None of an order of a gift card. */
  items: readonly { title: string; priceCents: number }[]
  dueCents: number
  /** Link to the order, or to ordering again. */
  goOnUrl: string
}

function paymentRows(vars: PaymentVars, t: Translate) {
  return {
    kind: 'rows' as const,
    rows: [
      ...vars.items.map((item) => [item.title, formatPrice(item.priceCents, vars.currency)] as const),
      [t('mail:paymentUnderWay.due'), formatPrice(vars.dueCents, vars.currency)] as const,
    ],
  }
}

/** To the buyer whose payment takes longer than a moment (a direct debit). */
export const paymentUnderWayMail = mailType<PaymentVars>('payment-under-way', {
  content: (vars, t, world) => ({
    subject: t('mail:paymentUnderWay.subject'),
    heading: t('mail:paymentUnderWay.heading', { name: vars.publicName }),
    blocks: [
      {
        kind: 'paragraph',
        text: t('mail:paymentUnderWay.text', { date: formatDate(vars.orderedAt, world) }),
      },
      paymentRows(vars, t),
      { kind: 'paragraph', text: t('mail:paymentUnderWay.wait') },
      { kind: 'button', text: t('mail:paymentUnderWay.button'), href: vars.goOnUrl },
    ],
    footer: t('mail:footer'),
  }),
})

/** To the same buyer when the money did not come. */
export const paymentFailedMail = mailType<PaymentVars>('payment-failed', {
  content: (vars, t, world) => ({
    subject: t('mail:paymentFailed.subject'),
    heading: t('mail:paymentFailed.heading', { name: vars.publicName }),
    blocks: [
      { kind: 'paragraph', text: t('mail:paymentFailed.text', { date: formatDate(vars.orderedAt, world) }) },
      paymentRows(vars, t),
      { kind: 'paragraph', text: t('mail:paymentFailed.again') },
      { kind: 'button', text: t('mail:paymentFailed.button'), href: vars.goOnUrl },
    ],
    footer: t('mail:footer'),
  }),
})

/** To each author of something that was sold. */
export const saleMadeMail = mailType<SaleMadeVars>('sale-made', {
  content: (vars, t) => ({
    subject: t('mail:saleMade.subject'),
    heading: t('mail:saleMade.heading', { name: vars.publicName }),
    blocks: [
      { kind: 'paragraph', text: t('mail:saleMade.text') },
      {
        kind: 'rows',
        rows: [
          ...vars.items.map((item) => [item.title, formatPrice(item.shareCents, vars.currency)] as const),
          [t('mail:saleMade.share'), formatPrice(vars.shareCents, vars.currency)],
        ],
      },
      { kind: 'button', text: t('mail:saleMade.button'), href: vars.salesUrl },
      { kind: 'note', text: t('mail:saleMade.order', { number: vars.orderNumber }) },
      ...(vars.isOnInvoice ? [{ kind: 'note' as const, text: t('mail:saleMade.onInvoice') }] : []),
    ],
    footer: t('mail:footer'),
  }),
})

interface GivenBackVars {
  publicName: string
  orderNumber: string
  currency: string
  items: readonly { title: string; amountCents: number }[]
  amountCents: number
  /** It was not paid yet: less is owed, no money moves. */
  isOwed: boolean
  invoicesUrl: string
}

export interface OrderRefundedVars extends GivenBackVars {
  reason: string
  losesAccess: boolean
}

export interface WithdrawalReceivedVars extends GivenBackVars {
  receivedAt: Date
}

export interface SaleRefundedVars {
  publicName: string
  orderNumber: string
  currency: string
  items: readonly { title: string; shareCents: number }[]
  shareCents: number
  salesUrl: string
}

function givenBackRows(vars: GivenBackVars, total: string) {
  const rows = vars.items.map((item) => [item.title, formatPrice(item.amountCents, vars.currency)] as const)
  return {
    kind: 'rows' as const,
    rows: [...rows, [total, formatPrice(vars.amountCents, vars.currency)] as const],
  }
}

function totalText({ isOwed }: GivenBackVars, t: Translate): string {
  return isOwed ? t('mail:orderRefunded.totalOwed') : t('mail:orderRefunded.total')
}

/** Of what was not paid yet nothing comes back. */
function wayNotes({ isOwed }: GivenBackVars, t: Translate) {
  return isOwed ? [] : [{ kind: 'note' as const, text: t('mail:orderRefunded.way') }]
}

/** To the buyer: what comes back, and why. */
export const orderRefundedMail = mailType<OrderRefundedVars>('order-refunded', {
  content: (vars, t) => ({
    subject: t('mail:orderRefunded.subject', { number: vars.orderNumber }),
    heading: t('mail:orderRefunded.heading', { name: vars.publicName }),
    blocks: [
      { kind: 'paragraph', text: refundText(vars, t) },
      ...(vars.amountCents === 0 ? [] : [givenBackRows(vars, totalText(vars, t))]),
      { kind: 'paragraph', text: t('mail:orderRefunded.reason', { reason: vars.reason }) },
      {
        kind: 'paragraph',
        text: vars.losesAccess ? t('mail:orderRefunded.accessEnds') : t('mail:orderRefunded.accessStays'),
      },
      { kind: 'button', text: t('mail:orderRefunded.button'), href: vars.invoicesUrl },
      ...wayNotes(vars, t),
    ],
    footer: t('mail:footer'),
  }),
})

export interface SecondPaymentVars {
  publicName: string
  orderNumber: string
  amountCents: number
  currency: string
  invoicesUrl: string
}

/** To the buyer whose order was paid a second time: the second payment goes back. */
export const secondPaymentMail = mailType<SecondPaymentVars>('second-payment', {
  content: (vars, t) => ({
    subject: t('mail:secondPayment.subject', { number: vars.orderNumber }),
    heading: t('mail:orderRefunded.heading', { name: vars.publicName }),
    blocks: [
      { kind: 'paragraph', text: t('mail:secondPayment.text', { number: vars.orderNumber }) },
      {
        kind: 'rows',
        rows: [[t('mail:orderRefunded.total'), formatPrice(vars.amountCents, vars.currency)]],
      },
      { kind: 'paragraph', text: t('mail:secondPayment.stays') },
      { kind: 'button', text: t('mail:orderRefunded.button'), href: vars.invoicesUrl },
      { kind: 'note', text: t('mail:orderRefunded.way') },
    ],
    footer: t('mail:footer'),
  }),
})

function refundText({ isOwed, amountCents, orderNumber: number }: OrderRefundedVars, t: Translate): string {
  if (amountCents === 0) return t('mail:orderRefunded.textFree', { number })
  return isOwed ? t('mail:orderRefunded.textOwed', { number }) : t('mail:orderRefunded.text', { number })
}

/** The receipt of a withdrawal, with what it says and when it came (directive 2011/83/EU, article 11a). */
export const withdrawalReceivedMail = mailType<WithdrawalReceivedVars>('withdrawal-received', {
  content: (vars, t, world) => ({
    subject: t('mail:withdrawalReceived.subject', { number: vars.orderNumber }),
    heading: t('mail:withdrawalReceived.heading', { name: vars.publicName }),
    blocks: [
      {
        kind: 'paragraph',
        text: t('mail:withdrawalReceived.text', {
          number: vars.orderNumber,
          date: formatDate(vars.receivedAt, world, 'dateTime'),
        }),
      },
      givenBackRows(vars, totalText(vars, t)),
      { kind: 'paragraph', text: t('mail:orderRefunded.accessEnds') },
      { kind: 'button', text: t('mail:orderRefunded.button'), href: vars.invoicesUrl },
      ...wayNotes(vars, t),
    ],
    footer: t('mail:footer'),
  }),
})

/** To each author whose sale was given back. */
export const saleRefundedMail = mailType<SaleRefundedVars>('sale-refunded', {
  content: (vars, t) => ({
    subject: t('mail:saleRefunded.subject', { number: vars.orderNumber }),
    heading: t('mail:saleRefunded.heading', { name: vars.publicName }),
    blocks: [
      { kind: 'paragraph', text: t('mail:saleRefunded.text', { number: vars.orderNumber }) },
      {
        kind: 'rows',
        rows: [
          ...vars.items.map((item) => [item.title, formatPrice(item.shareCents, vars.currency)] as const),
          [t('mail:saleRefunded.share'), formatPrice(vars.shareCents, vars.currency)],
        ],
      },
      { kind: 'button', text: t('mail:saleMade.button'), href: vars.salesUrl },
    ],
    footer: t('mail:footer'),
  }),
})

/** To who has a material: that it is another one now, in its author's words. */
export const newVersionMail = mailType<{
  publicName: string
  title: string
  notes: readonly string[]
  url: string
}>('new-version', {
  partition: 'new-versions',
  content: ({ publicName, title, notes, url }, t) => ({
    subject: t('mail:newVersion.subject', { title }),
    heading: t('mail:newVersion.heading', { name: publicName }),
    blocks: [
      { kind: 'paragraph', text: t('mail:newVersion.text', { title }) },
      ...notes.map((note) => ({ kind: 'paragraph' as const, text: t('mail:newVersion.note', { note }) })),
      { kind: 'button', text: t('mail:newVersion.button'), href: url },
    ],
    footer: t('mail:footer'),
  }),
})
