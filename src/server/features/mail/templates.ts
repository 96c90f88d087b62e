import { formatDate, formatNumber, formatPrice } from '#i18n/format.ts'
import type { Translate } from '#i18n/translate.ts'
import type { LiveWorldCode } from '#shared/contract/world.ts'
import type { MailContent } from './render.ts'

/** What each mail is filled with. Prices are gross cents, addresses absolute. */
export interface MailVars {
  'confirm-registration': { publicName: string; confirmUrl: string; hours: number }
  'already-registered': { publicName: string; loginUrl: string }
  'order-paid': {
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
    termsUrl: string
  }
  'sale-made': {
    publicName: string
    orderNumber: string
    currency: string
    items: readonly { title: string; shareCents: number }[]
    shareCents: number
    salesUrl: string
  }
}
export type MailTemplate = keyof MailVars

type Template<N extends MailTemplate> = (vars: MailVars[N], t: Translate, world: LiveWorldCode) => MailContent

/** One function per mail; the words are `mail:*` of the world. */
export const templates: { [N in MailTemplate]: Template<N> } = {
  'confirm-registration': (vars, t) => ({
    subject: t('mail:confirmRegistration.subject'),
    heading: t('mail:confirmRegistration.heading', { name: vars.publicName }),
    blocks: [
      { kind: 'paragraph', text: t('mail:confirmRegistration.text') },
      { kind: 'button', text: t('mail:confirmRegistration.button'), href: vars.confirmUrl },
      { kind: 'note', text: t('mail:confirmRegistration.valid', { hours: vars.hours }) },
      { kind: 'note', text: t('mail:confirmRegistration.notYou') },
    ],
    footer: t('mail:footer'),
  }),

  'already-registered': (vars, t) => ({
    subject: t('mail:alreadyRegistered.subject'),
    heading: t('mail:alreadyRegistered.heading', { name: vars.publicName }),
    blocks: [
      { kind: 'paragraph', text: t('mail:alreadyRegistered.text') },
      { kind: 'button', text: t('mail:alreadyRegistered.button'), href: vars.loginUrl },
      { kind: 'note', text: t('mail:alreadyRegistered.notYou') },
    ],
    footer: t('mail:footer'),
  }),

  'order-paid': (vars, t, world) => ({
    subject: t('mail:orderPaid.subject', { number: vars.orderNumber }),
    heading: t('mail:orderPaid.heading', { name: vars.publicName }),
    blocks: [
      {
        kind: 'paragraph',
        text: t('mail:orderPaid.text', { number: vars.orderNumber, date: formatDate(vars.paidAt, world) }),
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
      { kind: 'button', text: t('mail:orderPaid.button'), href: vars.materialsUrl },
      { kind: 'paragraph', text: t('mail:orderPaid.waiverHeading') },
      {
        kind: 'paragraph',
        text: t('mail:orderPaid.waiver', {
          date: formatDate(vars.consentAt, world, 'dateTime'),
          version: vars.consentTextVersion,
        }),
      },
      { kind: 'note', text: t('mail:orderPaid.terms', { url: vars.termsUrl }) },
      { kind: 'note', text: t('mail:orderPaid.keep') },
    ],
    footer: t('mail:footer'),
  }),

  'sale-made': (vars, t) => ({
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
    ],
    footer: t('mail:footer'),
  }),
}
