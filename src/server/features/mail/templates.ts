import { formatDate, formatNumber, formatPrice } from '#i18n/format.ts'
import type { Translate } from '#i18n/translate.ts'
import type { MailPartition } from '#shared/contract/mail.ts'
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
  'question-asked': { publicName: string; title: string; question: string; answerUrl: string }
  'question-answered': {
    publicName: string
    title: string
    question: string
    answer: string
    materialUrl: string
  }
  /** To the author of a post. */
  'comment-made': { publicName: string; title: string; writer: string; comment: string; commentUrl: string }
  /**
   * Confirms a notice about a material, a post or a comment (Digital Services Act, article 16). Nothing of what was typed is in it: anybody
   * can type anybody's address.
   */
  'report-received': { title: string; number: string; materialUrl: string }
  /** To an address anybody can type: nothing of the asker is in it. */
  'free-material': { title: string; author: string; downloadUrl: string; days: number }
  /** `sender` and `message` are a member's own words, without anything a mail program makes a link of. */
  'material-recommended': { sender: string; title: string; message: string; materialUrl: string }
  'rating-request': {
    publicName: string
    orderNumber: string
    /** What of the order is not rated yet. */
    titles: readonly string[]
    rateUrl: string
    /** How long the link works. */
    days: number
  }
  'saved-search-news': {
    publicName: string
    /** `titles` are the newest ones; `count` counts all. */
    searches: readonly { name: string; titles: readonly string[]; count: number }[]
    /** The list, where each search is opened, and its mails are switched off. */
    listUrl: string
  }
}
export type MailTemplate = keyof MailVars

/** Mails one can leave, and what kind they are. All others come with an order, an account or a notice. */
export const partitionOf: Partial<Record<MailTemplate, MailPartition>> = {
  'saved-search-news': 'saved-searches',
  'rating-request': 'ratings',
  'material-recommended': 'recommendations',
  'question-asked': 'questions',
  'question-answered': 'questions',
  'comment-made': 'comments',
}

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

  'question-asked': (vars, t) => ({
    subject: t('mail:questionAsked.subject', { title: vars.title }),
    heading: t('mail:questionAsked.heading', { name: vars.publicName }),
    blocks: [
      { kind: 'paragraph', text: t('mail:questionAsked.text', { title: vars.title }) },
      { kind: 'paragraph', text: vars.question },
      { kind: 'button', text: t('mail:questionAsked.button'), href: vars.answerUrl },
      { kind: 'note', text: t('mail:questionAsked.public') },
    ],
    footer: t('mail:footer'),
  }),

  'question-answered': (vars, t) => ({
    subject: t('mail:questionAnswered.subject', { title: vars.title }),
    heading: t('mail:questionAnswered.heading', { name: vars.publicName }),
    blocks: [
      { kind: 'paragraph', text: t('mail:questionAnswered.text', { title: vars.title }) },
      { kind: 'rows', rows: [[t('mail:questionAnswered.yours'), vars.question]] },
      { kind: 'paragraph', text: vars.answer },
      { kind: 'button', text: t('mail:questionAnswered.button'), href: vars.materialUrl },
    ],
    footer: t('mail:footer'),
  }),

  'comment-made': (vars, t) => ({
    subject: t('mail:commentMade.subject', { title: vars.title }),
    heading: t('mail:commentMade.heading', { name: vars.publicName }),
    blocks: [
      { kind: 'paragraph', text: t('mail:commentMade.text', { writer: vars.writer, title: vars.title }) },
      { kind: 'paragraph', text: vars.comment },
      { kind: 'button', text: t('mail:commentMade.button'), href: vars.commentUrl },
      { kind: 'note', text: t('mail:commentMade.hide') },
    ],
    footer: t('mail:footer'),
  }),

  'report-received': (vars, t) => ({
    subject: t('mail:reportReceived.subject', { number: vars.number }),
    heading: t('mail:reportReceived.heading'),
    blocks: [
      { kind: 'paragraph', text: t('mail:reportReceived.text', { title: vars.title }) },
      { kind: 'button', text: t('mail:reportReceived.button'), href: vars.materialUrl },
      { kind: 'note', text: t('mail:reportReceived.next', { number: vars.number }) },
      { kind: 'note', text: t('mail:reportReceived.notYou') },
    ],
    footer: t('mail:footer'),
  }),

  'free-material': (vars, t) => ({
    subject: t('mail:freeMaterial.subject', { title: vars.title }),
    heading: t('mail:freeMaterial.heading'),
    blocks: [
      {
        kind: 'paragraph',
        text: t('mail:freeMaterial.text', { title: vars.title, author: vars.author }),
      },
      { kind: 'button', text: t('mail:freeMaterial.button'), href: vars.downloadUrl },
      { kind: 'note', text: t('mail:freeMaterial.valid', { days: vars.days }) },
      { kind: 'note', text: t('mail:freeMaterial.notYou') },
    ],
    footer: t('mail:footer'),
  }),

  'material-recommended': (vars, t) => ({
    subject: t('mail:materialRecommended.subject', { name: vars.sender }),
    heading: t('mail:materialRecommended.heading', { name: vars.sender }),
    blocks: [
      { kind: 'paragraph', text: t('mail:materialRecommended.text', { title: vars.title }) },
      ...(vars.message === ''
        ? []
        : [{ kind: 'paragraph' as const, text: `${vars.sender}: ${vars.message}` }]),
      { kind: 'button', text: t('mail:materialRecommended.button'), href: vars.materialUrl },
      { kind: 'note', text: t('mail:materialRecommended.why', { name: vars.sender }) },
    ],
    footer: t('mail:footer'),
  }),

  'rating-request': (vars, t) => ({
    subject: t('mail:ratingRequest.subject'),
    heading: t('mail:ratingRequest.heading', { name: vars.publicName }),
    blocks: [
      { kind: 'paragraph', text: t('mail:ratingRequest.text') },
      ...vars.titles.map((title) => ({ kind: 'paragraph' as const, text: `• ${title}` })),
      { kind: 'button', text: t('mail:ratingRequest.button'), href: vars.rateUrl },
      { kind: 'note', text: t('mail:ratingRequest.valid', { days: vars.days }) },
      { kind: 'note', text: t('mail:ratingRequest.why', { number: vars.orderNumber }) },
    ],
    footer: t('mail:footer'),
  }),

  'saved-search-news': (vars, t) => ({
    subject: t('mail:savedSearchNews.subject'),
    heading: t('mail:savedSearchNews.heading', { name: vars.publicName }),
    blocks: [
      { kind: 'paragraph', text: t('mail:savedSearchNews.text') },
      {
        kind: 'rows',
        rows: vars.searches.map(({ name, titles, count }) => [
          name,
          count > titles.length
            ? t('mail:savedSearchNews.more', { titles: titles.join(' · '), count: count - titles.length })
            : titles.join(' · '),
        ]),
      },
      { kind: 'button', text: t('mail:savedSearchNews.button'), href: vars.listUrl },
      { kind: 'note', text: t('mail:savedSearchNews.off', { url: vars.listUrl }) },
    ],
    footer: t('mail:footer'),
  }),
}
