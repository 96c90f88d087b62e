import { describe, expect, test } from 'vitest'
import { features } from '#features'
import type { MailContent, MailType } from '#platform/features/mail-type.ts'
import { translator } from '#platform/i18n/translate.ts'
import { renderMail } from '#platform/mail/server/render.ts'
import { type LiveWorldCode, liveWorldCodes } from '#platform/rules/contract/world.ts'
import { abandonedCartMail } from '#shop/buying/cart/server/mails.ts'
import { creditEndsMail } from '#shop/buying/credits/server/mails.ts'
import { priceDrop } from '#shop/buying/favorites/server/mails.ts'
import { freeMaterial } from '#shop/buying/free-downloads/server/mails.ts'
import { giftCardBackMail, giftCardBoughtMail, giftCardMail } from '#shop/buying/gift-cards/server/mails.ts'
import { savedSearchNews } from '#shop/catalogue/saved-searches/server/mails.ts'
import {
  noteAnswered,
  noteReceived,
  questionAnswered,
  questionAsked,
  ratingRequest,
  reportReceived,
  reviewReplied,
} from '#shop/community/feedback/server/mails.ts'
import { followDigest } from '#shop/community/follow/server/mails.ts'
import {
  appealDecided,
  appealReceived,
  contentRemoved,
  listingDecided,
  reportDecided,
} from '#shop/community/moderation/server/mails.ts'
import { confirmNewsletter, newsletterLetter, newsletterTest } from '#shop/content/newsletter/server/mails.ts'
import { ticketAnswered, ticketReceived } from '#shop/content/tickets/server/mails.ts'
import { invoiceReminderMail, transferBookedMail } from '#shop/money/orders/server/documents/invoice-mails.ts'
import {
  newVersionMail,
  orderPaidMail,
  orderRefundedMail,
  paymentFailedMail,
  paymentUnderWayMail,
  saleMadeMail,
  saleRefundedMail,
  secondPaymentMail,
  withdrawalReceivedMail,
} from '#shop/money/orders/server/mails.ts'
import {
  refundAskedMail,
  refundClosedMail,
  refundDeclinedMail,
} from '#shop/money/orders/server/refund/refund-request-mails.ts'
import { payoutFailedMail, payoutSentMail, taxDataMail } from '#shop/money/payouts/server/mails.ts'
import { withdrawalStatementMail } from '#shop/money/withdrawals/server/mails.ts'
import { securityNotice } from '#shop/people/account-security/server/mails.ts'
import { materialRecommended } from '#shop/people/colleagues/server/mails.ts'
import {
  accountClosedMail,
  accountErasedMail,
  addressChangedMail,
  addressChangeMail,
  addressInUseMail,
  completionMail,
  newAddressMail,
  recoveryMail,
} from '#shop/people/identity/server/account/life-mails.ts'
import { alreadyRegistered, confirmationMail, welcomeMail } from '#shop/people/identity/server/mails.ts'
import { exportReadyMail } from '#shop/people/privacy/server/mails.ts'
import { socialLinkMail } from '#shop/people/social/server/mails.ts'
import * as schoolMails from '#shop/schools/schools/server/mails.ts'
import { authorNews } from '#shop/selling/announcements/server/mails.ts'
import { commentMade } from '#shop/selling/posts/server/mails.ts'

/** Every mail of every manifest, filled with the worst that people type. */

const hostile = '<img src=x onerror=alert(1)> "O\'Neill" & $& [[footer]]\r\nBcc: all@school.example'

interface Sample {
  name: string
  content: (world: LiveWorldCode) => MailContent
}

function sample<V extends object>(mail: MailType<V>, vars: V): Sample {
  return { name: mail.name, content: (world) => mail.content(vars, translator(world), world) }
}

const link = { publicName: hostile, linkUrl: 'https://aularium.example/de/x?a=1&b="2"' }

const transfer = { holder: hostile, iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' }
const reasons = {
  ...({ category: 'copyright', ground: 'law', rule: hostile, facts: hostile, title: hostile } as const),
  number: 'DE-M-17',
}

const samples: readonly Sample[] = [
  ...[ticketReceived, ticketAnswered].map((mail) =>
    sample(mail, { reference: 'DE-H-17', subject: hostile, body: hostile, ticketUrl: link.linkUrl }),
  ),
  sample(newsletterLetter, {
    ...{ title: hostile, html: '<p>Neu</p>', text: 'Neu' },
    pageUrl: 'https://aularium.example/de/newsletter/briefe/neu',
  }),
  sample(newsletterTest, { title: hostile, html: '<p>Neu</p>', text: 'Neu' }),
  sample(confirmNewsletter, { email: hostile, confirmUrl: link.linkUrl, days: 7 }),
  sample(schoolMails.schoolRemovedMail, { ...link, school: hostile }),
  sample(schoolMails.schoolUnverifiedMail, { ...link, school: hostile }),
  sample(schoolMails.schoolSuccessorMail, { ...link, school: hostile }),
  sample(schoolMails.schoolCodeMail, { school: hostile, code: '012345' }),
  sample(schoolMails.schoolInvitationMail, { sender: hostile, school: hostile, linkUrl: link.linkUrl }),
  sample(schoolMails.schoolVerifiedMail, { ...link, school: hostile, reason: '' }),
  sample(schoolMails.schoolRejectedMail, { ...link, school: hostile, reason: hostile }),
  sample(schoolMails.schoolSuspendedMail, { ...link, school: hostile, reason: hostile }),
  sample(contentRemoved, {
    ...{ ...reasons, publicName: hostile, isReported: true, isStrike: true, refundsBuyers: true },
    appealUrl: link.linkUrl,
  }),
  sample(listingDecided, {
    ...{ publicName: hostile, title: hostile, outcome: 'rejected', text: hostile, number: 'DE-M-17' },
    ...{ url: link.linkUrl, appealUrl: link.linkUrl },
  }),
  sample(newVersionMail, { publicName: hostile, title: hostile, notes: [hostile], url: link.linkUrl }),
  sample(followDigest, {
    publicName: hostile,
    authors: [{ name: hostile, titles: [hostile, 'Igel'], unfollowUrl: link.linkUrl }],
    feedUrl: link.linkUrl,
  }),
  sample(priceDrop, {
    ...{ publicName: hostile, lines: [{ title: hostile, price: '1,50 €' }], listUrl: link.linkUrl },
  }),
  sample(reportDecided, { ...reasons, isRemoved: false, appealUrl: link.linkUrl }),
  sample(appealReceived, { title: hostile, number: 'DE-M-17' }),
  sample(appealDecided, {
    ...{ ...reasons, outcome: 'restored', isStrikeGone: true },
    sharesBack: [{ currency: 'EUR', cents: 517 }],
  }),
  sample(recoveryMail, { ...link, hours: 2 }),
  sample(completionMail, { ...link, days: 14 }),
  sample(newAddressMail, { ...link, hours: 24 }),
  sample(addressChangeMail, { ...link, email: hostile, days: 7 }),
  sample(addressChangedMail, { publicName: hostile, email: hostile }),
  sample(addressInUseMail, { publicName: hostile }),
  sample(accountClosedMail, { ...link, date: '6. Dezember 2026' }),
  sample(accountErasedMail, { publicName: hostile }),
  sample(abandonedCartMail, {
    ...{ publicName: hostile, titles: [hostile], count: 7, totalCents: 1234, world: 'de' },
    cartUrl: link.linkUrl,
  }),
  sample(creditEndsMail, {
    ...{ publicName: hostile, amountCents: 1234, currency: 'EUR', endsAt: new Date('2026-12-31') },
    creditUrl: link.linkUrl,
  }),
  sample(giftCardMail, {
    ...{ senderName: hostile, recipientName: hostile, message: hostile, code: 'ABCD-EFGH-JKLM-NPQR' },
    ...{ amountCents: 2000, currency: 'EUR', expiresAt: new Date('2029-12-31'), redeemUrl: link.linkUrl },
  }),
  sample(giftCardBoughtMail, {
    ...{ publicName: hostile, orderNumber: 'DE-2026-000017', code: 'ABCD-EFGH-JKLM-NPQR', amountCents: 2000 },
    ...{ currency: 'EUR', expiresAt: new Date('2029-12-31'), recipientEmail: 'ida@school.example' },
    ...{ sendsOn: new Date('2026-12-24'), cardsUrl: link.linkUrl },
  }),
  sample(giftCardBackMail, {
    ...{ publicName: hostile, orderNumber: 'DE-2026-000017', amountCents: 2000, currency: 'EUR' },
    cardsUrl: link.linkUrl,
  }),
  sample(transferBookedMail, {
    ...{ publicName: hostile, orderNumber: 'DE-2026-000017', amountCents: 2000, openCents: 500 },
    ...{ excessCents: 0, currency: 'EUR', dueAt: new Date('2026-12-24'), invoiceUrl: link.linkUrl },
  }),
  sample(exportReadyMail, { ...link, days: 7 }),
  sample(socialLinkMail, { publicName: hostile, provider: 'Google', confirmUrl: link.linkUrl, hours: 2 }),
  sample(securityNotice, {
    publicName: hostile,
    event: 'new_device',
    at: '22. November 2026, 12:00',
    device: hostile,
    recoverUrl: link.linkUrl,
  }),
  sample(confirmationMail, {
    publicName: hostile,
    confirmUrl: 'https://aularium.example/de/registrieren/bestaetigen/x?a=1&b="2"',
    hours: 48,
  }),
  sample(welcomeMail, {
    publicName: hostile,
    subjectsUrl: 'https://aularium.example/de/konto/meine-faecher',
    freeUrl: 'https://aularium.example/de/suchergebnisse?price=free&x="1"',
    sellUrl: 'https://aularium.example/de/verkaufen',
    helpUrl: 'https://aularium.example/de/hilfe',
  }),
  sample(alreadyRegistered, { publicName: hostile, loginUrl: 'https://aularium.example/de/login' }),
  sample(orderPaidMail, {
    publicName: hostile,
    orderNumber: 'DE-2026-000017',
    paidAt: new Date('2026-11-21T10:00:00Z'),
    currency: 'EUR',
    items: [
      { title: hostile, priceCents: 450 },
      { title: 'Bruchrechnung', priceCents: 0 },
    ],
    totalCents: 450,
    taxCents: 72,
    taxRateBp: 1900,
    consentAt: new Date('2026-11-21T09:59:00Z'),
    consentTextVersion: '2026-11-01',
    materialsUrl: 'https://aularium.example/de/konto/gekaufte-materialien',
    invoiceUrl: 'https://aularium.example/de/konto/rechnungen-und-steuerdokumente?order=1',
    due: null,
    termsUrl: 'https://aularium.example/de/agb',
    seller: hostile,
  }),
  sample(orderPaidMail, {
    ...{ publicName: hostile, orderNumber: 'DE-2026-000018', paidAt: new Date('2026-11-21T10:00:00Z') },
    ...{ currency: 'EUR', items: [{ title: hostile, priceCents: 450 }], totalCents: 450, taxCents: 72 },
    ...{ taxRateBp: 1900, consentAt: new Date('2026-11-21T09:59:00Z'), consentTextVersion: '2026-11-01' },
    ...{ materialsUrl: link.linkUrl, invoiceUrl: link.linkUrl, termsUrl: link.linkUrl, seller: hostile },
    due: { ...transfer, openCents: 450, at: new Date('2026-12-21T10:00:00Z') },
  }),
  sample(invoiceReminderMail, {
    ...{ ...transfer, publicName: hostile, orderNumber: 'DE-2026-000018', openCents: 450, currency: 'EUR' },
    ...{ dueAt: new Date('2026-12-21T10:00:00Z'), isLast: true, invoiceUrl: link.linkUrl },
  }),
  sample(orderRefundedMail, {
    ...{ publicName: hostile, orderNumber: 'DE-2026-000017', currency: 'EUR', amountCents: 450 },
    ...{ items: [{ title: hostile, amountCents: 450 }], invoicesUrl: 'https://aularium.example/de/konto' },
    ...{ reason: hostile, losesAccess: true, isOwed: true },
  }),
  sample(secondPaymentMail, {
    ...{ publicName: hostile, orderNumber: 'DE-2026-000017', currency: 'EUR', amountCents: 450 },
    invoicesUrl: 'https://aularium.example/de/konto',
  }),
  sample(refundAskedMail, {
    ...{ publicName: hostile, orderNumber: 'DE-2026-000017', title: hostile, reason: hostile },
    url: 'https://aularium.example/de/konto',
  }),
  sample(refundClosedMail, {
    ...{ publicName: hostile, orderNumber: 'DE-2026-000017', title: hostile, answer: hostile },
    url: 'https://aularium.example/de/konto',
  }),
  sample(refundDeclinedMail, {
    ...{ publicName: hostile, orderNumber: 'DE-2026-000017', title: hostile, answer: hostile },
    url: 'https://aularium.example/de/konto',
  }),
  ...(['withdrawn', 'lost', 'over', 'nothing', 'card_used', 'unknown'] as const).map((outcome) =>
    sample(withdrawalStatementMail, {
      ...{ name: hostile, number: 'DE-2026-000017', email: 'lehrerin@aularium.example', outcome },
      ...{ receivedAt: new Date('2026-11-21T10:00:00Z'), consentAt: new Date('2026-11-20T10:00:00Z') },
      ...{ supportEmail: 'hallo@aularium.example', termsUrl: 'https://aularium.example/de/agb' },
    }),
  ),
  sample(withdrawalReceivedMail, {
    ...{ publicName: hostile, orderNumber: 'DE-2026-000017', currency: 'EUR', amountCents: 450 },
    ...{ items: [{ title: hostile, amountCents: 450 }], invoicesUrl: 'https://aularium.example/de/konto' },
    ...{ receivedAt: new Date('2026-11-21T10:00:00Z'), isOwed: false },
  }),
  sample(saleRefundedMail, {
    ...{ publicName: hostile, orderNumber: 'DE-2026-000017', currency: 'EUR', shareCents: 265 },
    ...{ items: [{ title: hostile, shareCents: 265 }], salesUrl: 'https://aularium.example/de/konto' },
  }),
  ...[paymentUnderWayMail, paymentFailedMail].map((mail) =>
    sample(mail, {
      ...{ publicName: hostile, orderedAt: new Date('2026-11-20T10:00:00Z'), currency: 'EUR', dueCents: 249 },
      items: [{ title: hostile, priceCents: 249 }],
      goOnUrl: 'https://aularium.example/de/warenkorb',
    }),
  ),
  sample(saleMadeMail, {
    publicName: hostile,
    orderNumber: 'DE-2026-000017',
    currency: 'EUR',
    items: [{ title: hostile, shareCents: 265 }],
    shareCents: 265,
    isOnInvoice: true,
    salesUrl: 'https://aularium.example/de/konto/verkaeufe-und-downloads',
  }),
  sample(payoutSentMail, {
    ...{ publicName: hostile, reference: 'PO-DE-000017', amount: '29,41 €', lastFour: '3000' },
    payoutsUrl: 'https://aularium.example/de/konto/auszahlungen',
  }),
  sample(payoutFailedMail, {
    ...{
      publicName: hostile,
      reference: 'PO-DE-000017',
      amount: '29,41 €',
      reason: hostile,
      isAccountRefused: true,
    },
    payoutsUrl: 'https://aularium.example/de/konto/auszahlungen',
  }),
  sample(taxDataMail, {
    ...{ publicName: hostile, year: 2026, missing: 'Steuernummer' },
    dataUrl: 'https://aularium.example/de/konto/bankdaten',
  }),
  sample(questionAsked, {
    publicName: hostile,
    title: hostile,
    question: hostile,
    answerUrl: 'https://aularium.example/de/konto/verkauf#question-3',
  }),
  sample(questionAnswered, {
    publicName: hostile,
    title: hostile,
    question: hostile,
    answer: hostile,
    materialUrl: 'https://aularium.example/de/material/3/brueche#questions',
  }),
  ...(['mistake', 'wish', 'thanks'] as const).map((kind) =>
    sample(noteReceived, {
      ...{ publicName: hostile, writer: hostile, title: hostile, note: hostile, kind },
      url: 'https://aularium.example/de/meine-materialien#note-3',
    }),
  ),
  sample(reviewReplied, {
    ...{ publicName: hostile, title: hostile, review: hostile, reply: hostile },
    materialUrl: link.linkUrl,
  }),
  sample(noteAnswered, {
    ...{ publicName: hostile, title: hostile, note: hostile, answer: hostile },
    url: 'https://aularium.example/de/gekauft?material=3',
  }),
  sample(authorNews, {
    ...{ publicName: hostile, author: hostile, text: hostile },
    authorUrl: 'https://aularium.example/de/autor/3',
    unfollowUrl: 'https://aularium.example/de/abmelden/author-3/x',
  }),
  sample(commentMade, {
    publicName: hostile,
    title: hostile,
    writer: hostile,
    comment: hostile,
    commentUrl: 'https://aularium.example/de/post/3#comment-5',
    isBelowQuestion: false,
  }),
  sample(freeMaterial, {
    title: hostile,
    author: hostile,
    downloadUrl: 'https://aularium.example/de/gratis-material/x',
    days: 7,
  }),
  sample(materialRecommended, {
    sender: hostile,
    title: hostile,
    message: hostile,
    materialUrl: 'https://aularium.example/de/empfehlung/x',
  }),
  sample(ratingRequest, {
    publicName: hostile,
    orderNumber: 'DE-2026-000017',
    titles: [hostile, 'Bruchrechnung'],
    rateUrl: 'https://aularium.example/de/bewertung/x',
    days: 90,
  }),
  sample(savedSearchNews, {
    publicName: hostile,
    searches: [
      { name: hostile, titles: [hostile, 'Igel & Laub'], count: 7 },
      { name: 'Brüche', titles: ['Brüche kürzen'], count: 1 },
    ],
    listUrl: 'https://aularium.example/de/konto#saved-searches',
  }),
  sample(reportReceived, {
    title: hostile,
    number: 'DE-17',
    materialUrl: 'https://aularium.example/de/material/3/brueche',
  }),
]

function contentOf({ name }: Pick<MailType, 'name'>, world: LiveWorldCode): MailContent {
  const found = samples.find((each) => each.name === name)
  if (found === undefined) throw new Error(`no sample of ${name}`)
  return found.content(world)
}

const mails = features.flatMap((feature) => feature.mails ?? [])

test('every mail has a name of its own and a sample here', () => {
  expect(mails.map(({ name }) => name).sort()).toEqual([...new Set(samples.map(({ name }) => name))].sort())
})

describe.each(liveWorldCodes)('%s', (world) => {
  test.each(mails)('$name', (mail) => {
    const { subject, html, text } = renderMail(contentOf(mail, world), world)
    expect(subject).not.toMatch(/[\r\n]/)
    expect(html).not.toContain('<img')
    expect(html.replaceAll('[[footer]]\r\nBcc', '')).not.toMatch(
      /\[\[(?!footer\]\])|<!--\/?(?:row|paragraph|button|note|link)-->/,
    )
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;')
    expect(text).toContain('<img src=x')
    expect(text).not.toContain('{{')
  })
})

test('the order mail holds the sums and the confirmation of the lost right of withdrawal', () => {
  const content = contentOf(orderPaidMail, 'de')
  const { text, html } = renderMail(content, 'de')
  expect(text).toContain('Bruchrechnung: 0,00\u00a0€')
  expect(text).toContain('Gesamtbetrag: 4,50\u00a0€')
  expect(text).toContain('darin enthaltene Umsatzsteuer (19\u00a0%): 0,72\u00a0€')
  expect(text).toContain('erlischt dein Widerrufsrecht')
  expect(text).toContain('Fassung der Texte: 2026-11-01')
  expect(html).toContain('href="https://aularium.example/de/konto/gekaufte-materialien"')
})
