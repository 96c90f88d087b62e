import { mailType } from '#platform/features/mail-type.ts'
import { withColon } from '#platform/i18n/format.ts'
import { moderationWords } from '#platform/i18n/moderation.ts'
import { formatPriceWithCode } from '#platform/i18n/prices.ts'
import type { Translate } from '#platform/i18n/translate.ts'
import type { DecisionInput, ListingOutcome } from '#platform/rules/contract/moderation.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'

interface Reasons extends Pick<DecisionInput, 'category' | 'ground' | 'rule' | 'facts'> {
  title: string
  /** How the decision is called in letters: DE-M-17. */
  number: string
}

/** The statement of reasons, the same words for both sides (Digital Services Act, article 17 (3)). */
function reasonsOf(t: Translate, world: LiveWorldCode, { category, ground, rule, facts }: Reasons) {
  const words = moderationWords(t)
  const said = (label: string, text: string) => `${withColon(label, world)} ${text}`
  return [
    { kind: 'paragraph' as const, text: said(t('moderation:mail.category'), words.category(category)) },
    { kind: 'paragraph' as const, text: said(words.ground(ground), rule) },
    { kind: 'paragraph' as const, text: said(t('moderation:mail.facts'), facts) },
  ]
}

interface RemovedVars extends Reasons {
  publicName: string
  /** A report led to it. */
  isReported: boolean
  isStrike: boolean
  refundsBuyers: boolean
  appealUrl: string
}

/** To whose content was taken away. */
export const contentRemoved = mailType<RemovedVars>('content-removed', {
  content: (vars, t, world) => ({
    subject: t('moderation:mail.removed.subject', { number: vars.number }),
    heading: t('moderation:mail.removed.heading', { name: vars.publicName }),
    blocks: [
      { kind: 'paragraph', text: t('moderation:mail.removed.text', { title: vars.title }) },
      ...reasonsOf(t, world, vars),
      {
        kind: 'paragraph',
        text: t(vars.isReported ? 'moderation:mail.removed.reported' : 'moderation:mail.removed.appealed'),
      },
      ...(vars.refundsBuyers
        ? [{ kind: 'paragraph' as const, text: t('moderation:mail.removed.refunds') }]
        : []),
      ...(vars.isStrike ? [{ kind: 'paragraph' as const, text: t('moderation:mail.removed.strike') }] : []),
      { kind: 'paragraph', text: t('moderation:mail.appeal') },
      { kind: 'button', text: t('moderation:mail.appealButton'), href: vars.appealUrl },
      { kind: 'note', text: t('moderation:mail.courts') },
    ],
    footer: t('mail:footer'),
  }),
})

interface ReportDecidedVars extends Reasons {
  isRemoved: boolean
  /** What stayed can be complained about. */
  appealUrl: string | undefined
}

/** To who reported it. Nothing of the report is in it: anybody can type anybody's address. */
export const reportDecided = mailType<ReportDecidedVars>('report-decided', {
  content: (vars, t, world) => ({
    subject: t('moderation:mail.decided.subject', { number: vars.number }),
    heading: t('moderation:mail.decided.heading'),
    blocks: [
      {
        kind: 'paragraph',
        text: t(vars.isRemoved ? 'moderation:mail.decided.removed' : 'moderation:mail.decided.kept', {
          title: vars.title,
        }),
      },
      ...reasonsOf(t, world, vars),
      ...(vars.appealUrl === undefined
        ? []
        : [
            { kind: 'paragraph' as const, text: t('moderation:mail.appeal') },
            { kind: 'button' as const, text: t('moderation:mail.appealButton'), href: vars.appealUrl },
          ]),
      { kind: 'note', text: t('moderation:mail.courts') },
    ],
    footer: t('mail:footer'),
  }),
})

/** To who complained: that it arrived. */
export const appealReceived = mailType<{ title: string; number: string }>('appeal-received', {
  content: (vars, t) => ({
    subject: t('moderation:mail.received.subject', { number: vars.number }),
    heading: t('moderation:mail.received.heading'),
    blocks: [
      { kind: 'paragraph', text: t('moderation:mail.received.text', { title: vars.title }) },
      { kind: 'note', text: t('moderation:mail.received.next') },
    ],
    footer: t('mail:footer'),
  }),
})

interface ListingDecidedVars {
  publicName: string
  title: string
  outcome: ListingOutcome
  text: string
  number: string
  /** The public page, or where it can be changed. */
  url: string
  appealUrl: string | undefined
}

const listingTexts = {
  published: {
    subject: 'moderation:mail.listing.published.subject',
    text: 'moderation:mail.listing.published.text',
    button: 'moderation:mail.listing.published.button',
  },
  revision_asked: {
    subject: 'moderation:mail.listing.revision.subject',
    text: 'moderation:mail.listing.revision.text',
    button: 'moderation:mail.listing.revision.button',
  },
  rejected: {
    subject: 'moderation:mail.listing.rejected.subject',
    text: 'moderation:mail.listing.rejected.text',
    button: 'moderation:mail.listing.rejected.button',
  },
} as const

/** To the author of a listing somebody has looked at. */
export const listingDecided = mailType<ListingDecidedVars>('listing-decided', {
  content: ({ outcome, title, number, publicName, text, url, appealUrl }, t) => ({
    subject: t(listingTexts[outcome].subject, { title, number }),
    heading: t('moderation:mail.removed.heading', { name: publicName }),
    blocks: [
      { kind: 'paragraph', text: t(listingTexts[outcome].text, { title }) },
      ...(text === '' ? [] : [{ kind: 'paragraph' as const, text }]),
      { kind: 'button', text: t(listingTexts[outcome].button), href: url },
      ...(appealUrl === undefined
        ? []
        : [
            { kind: 'paragraph' as const, text: t('moderation:mail.appeal') },
            { kind: 'button' as const, text: t('moderation:mail.appealButton'), href: appealUrl },
          ]),
    ],
    footer: t('mail:footer'),
  }),
})

const endings = {
  restored: 'moderation:mail.ended.restored',
  confirmed: 'moderation:mail.ended.confirmed',
  removed: 'moderation:mail.ended.removed',
} as const

interface AppealDecidedVars extends Reasons {
  outcome: keyof typeof endings
  /** What of refunds the author has back. */
  sharesBack: readonly { currency: string; cents: number }[]
  isStrikeGone: boolean
}

/** How a complaint ended, to both sides. */
export const appealDecided = mailType<AppealDecidedVars>('appeal-decided', {
  content: (vars, t, world) => ({
    subject: t('moderation:mail.ended.subject', { number: vars.number }),
    heading: t('moderation:mail.ended.heading'),
    blocks: [
      { kind: 'paragraph', text: t(endings[vars.outcome], { title: vars.title }) },
      ...vars.sharesBack.map(({ cents, currency }) => ({
        kind: 'paragraph' as const,
        text: t('moderation:mail.ended.shareBack', { amount: formatPriceWithCode(cents, currency) }),
      })),
      ...(vars.isStrikeGone
        ? [{ kind: 'paragraph' as const, text: t('moderation:mail.ended.strikeGone') }]
        : []),
      ...reasonsOf(t, world, vars),
      { kind: 'note', text: t('moderation:mail.courts') },
    ],
    footer: t('mail:footer'),
  }),
})
